package dev.berth.infra.store;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.flyway.autoconfigure.FlywayDataSource;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the tables up to date before anything else uses the database. */
@Configuration(proxyBeanMethods = false)
public class MigrationConfiguration {
    /** The event store's own. */
    @Bean
    Flyway storeMigrations(@FlywayDataSource ObjectProvider<DataSource> unlimited, DataSource source) {
        return Migrations.of("store", unlimited.getIfAvailable(() -> source));
    }

    /** Those of the read tables. */
    @Bean
    Flyway queryMigrations(@FlywayDataSource ObjectProvider<DataSource> unlimited, DataSource source) {
        return Migrations.of("query", unlimited.getIfAvailable(() -> source));
    }

    /** Runs the event store's migrations; what reads tables depends on it. */
    @Bean
    FlywayMigrationInitializer storeMigrated(Flyway storeMigrations) {
        return new FlywayMigrationInitializer(storeMigrations);
    }

    /** Runs the read tables' migrations; what reads tables depends on it. */
    @Bean
    FlywayMigrationInitializer queryMigrated(Flyway queryMigrations) {
        return new FlywayMigrationInitializer(queryMigrations);
    }
}
