package dev.berth.infra.provider;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;

/** A PostgreSQL for all tests of creates in one run, emptied for each. */
public final class IntentDatabase {

    private static IntentDatabase shared;

    private final JdbcTemplate jdbc;

    private IntentDatabase() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setPGStartupWait(java.time.Duration.ofSeconds(60))
                    .start();
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
            config.setMaximumPoolSize(10);
            HikariDataSource source = new HikariDataSource(config);
            Flyway.configure()
                    .dataSource(source)
                    .locations("classpath:db/migration/store")
                    .load()
                    .migrate();
            jdbc = new JdbcTemplate(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static synchronized JdbcTemplate empty() {
        if (shared == null) {
            shared = new IntentDatabase();
        }
        shared.jdbc.execute("truncate create_intent, create_surplus");
        return shared.jdbc;
    }
}
