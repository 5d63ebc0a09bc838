package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** The beans, put together by Spring Boot as in the application. */
class PostgresConfigurationTest {

    @TempDir
    Path folder;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class))
            .withUserConfiguration(PostgresConfiguration.class)
            .withPropertyValues("spring.flyway.locations=classpath:dev/berth/infra/postgres/migration");

    @Test
    void bringsAMigratedDatabaseAndStopsItAfterThePool() {
        Path data = TestPrograms.in(folder.resolve("data"));
        List<String> ends = new CopyOnWriteArrayList<>();
        runner.withPropertyValues("berth.data-dir=" + data).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HikariDataSource.class)
                    .hasSingleBean(Flyway.class);
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            assertThat(context.getBean(DataSource.class)).isSameAs(pool);
            assertThat(pool.getConnectionTimeout()).isEqualTo(2_000);
            assertThat(context.getBean(Availability.class).isUp()).isTrue();
            assertThat(new JdbcTemplate(pool).queryForObject("SELECT count(*) FROM account", Integer.class))
                    .isEqualTo(10);
            assertThat(new JdbcTemplate(context.getBean("flywayDataSource", DataSource.class))
                            .queryForObject("SHOW statement_timeout", String.class))
                    .isEqualTo("0");
            context.getBean(Availability.class)
                    .addListener(up -> ends.add("server stops, pool closed: " + pool.isClosed()));
        });
        assertThat(ends).containsExactly("server stops, pool closed: true");
        DataDirectory.open(data).close();
    }

    @Test
    void usesAnExternalDatabaseIfOneIsNamed() {
        try (DataDirectory directory = DataDirectory.open(TestPrograms.in(folder.resolve("theirs")));
                EmbeddedPostgresServer theirs = EmbeddedPostgresServer.start(directory)) {
            Path data = folder.resolve("data");
            runner.withPropertyValues(
                            "berth.data-dir=" + data,
                            "berth.db.url=" + theirs.settings().url(),
                            "berth.db.user=" + theirs.settings().user(),
                            "berth.db.password=" + theirs.settings().password())
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(data.resolve("postgres")).doesNotExist();
                        HikariDataSource pool = context.getBean(HikariDataSource.class);
                        assertThat(new JdbcTemplate(pool).queryForObject("SHOW transaction_timeout", String.class))
                                .isEqualTo("20s");
                        assertThat(Duration.ofMillis(pool.getConnectionTimeout()))
                                .isEqualTo(SessionLimits.CONNECTION_WAIT);
                    });
        }
    }

    @Test
    void saysOneSentenceAboutADirectoryInUse() {
        Path data = folder.resolve("data");
        try (DataDirectory held = DataDirectory.open(data)) {
            runner.withPropertyValues("berth.data-dir=" + held.root())
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(StartupRefused.class)
                            .hasMessageContaining("is in use by another process"));
        }
    }
}
