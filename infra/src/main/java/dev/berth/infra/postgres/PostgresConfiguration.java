package dev.berth.infra.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayDataSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/**
 * Contributes the database to the application. Each bean needs the one before it, so the server is up before anything
 * connects, and at the end the pool is closed first, then the server is stopped, then the data directory is let go.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StorageProperties.class)
public class PostgresConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresConfiguration.class);
    private static final int MINIMUM_IDLE = 10;

    /** The data directory, locked for this process. */
    @Bean(destroyMethod = "close")
    DataDirectory dataDirectory(StorageProperties properties, ObjectProvider<EarlyStart.Begun> early) {
        EarlyStart.Begun begun = early.getIfAvailable();
        return begun == null ? DataDirectory.open(properties.dataPath()) : begun.takeDirectory();
    }

    /** The database, up; if another process takes an external one over, the application ends. */
    @Bean(destroyMethod = "close")
    Database database(
            DataDirectory directory,
            StorageProperties properties,
            ConfigurableApplicationContext context,
            ObjectProvider<EarlyStart.Begun> early) {
        EarlyStart.Begun begun = early.getIfAvailable();
        return begun == null ? Database.open(directory, properties, ending(context)) : begun.takeDatabase();
    }

    /** Ends the application for the reason that it is given. */
    static Consumer<String> ending(ConfigurableApplicationContext context) {
        return sentence -> {
            LOG.atError().addKeyValue("reason", sentence).log("The application ends");
            Thread.ofPlatform().name("end").start(() -> System.exit(SpringApplication.exit(context, () -> 1)));
        };
    }

    /** Whether the database can be used now, for readiness. */
    @Bean
    Availability databaseAvailability(Database database) {
        return database.availability();
    }

    /** The application's pool; a caller waits for a connection for {@link SessionLimits#CONNECTION_WAIT} at most. */
    @Bean(destroyMethod = "close")
    @Primary
    HikariDataSource dataSource(Database database, StorageProperties properties) {
        return pool(database, properties.db().poolSize());
    }

    /** Migrations run on connections of their own, without the application's time limits. */
    @Bean(defaultCandidate = false)
    @FlywayDataSource
    DataSource flywayDataSource(Database database) {
        return database.settings().unlimited("migration");
    }

    static HikariDataSource pool(Database database, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("berth");
        config.setDataSource(database.connections());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(size, MINIMUM_IDLE));
        config.setConnectionTimeout(SessionLimits.CONNECTION_WAIT.toMillis());
        config.setValidationTimeout(Duration.ofSeconds(1).toMillis());
        return new HikariDataSource(config);
    }
}
