package dev.berth.infra.queue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** A PostgreSQL for all tests of the queue in one run, emptied for each. */
final class QueueDatabase {
    private static QueueDatabase shared;

    final HikariDataSource source;
    final Flyway migrations;
    final JdbcTemplate jdbc;
    final DataSourceTransactionManager manager;
    final TransactionTemplate transactions;
    final JsonMapper json = new JsonMapper();

    private QueueDatabase() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres") + "&reWriteBatchedInserts=true");
            config.setMaximumPoolSize(20);
            source = new HikariDataSource(config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        migrations = Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/store")
                .load();
        migrations.migrate();
        jdbc = new JdbcTemplate(source);
        manager = new DataSourceTransactionManager(source);
        transactions = new TransactionTemplate(manager);
    }

    static synchronized QueueDatabase empty() {
        if (shared == null) {
            shared = new QueueDatabase();
        }
        shared.jdbc.execute("truncate step_queue, resource_saga, parked_saga, token_entry, domain_event_entry");
        return shared;
    }

    /** As if all leases had run out. */
    void endLeases() {
        jdbc.update("update step_queue set lease_until = now() where lease_until is not null");
    }
}
