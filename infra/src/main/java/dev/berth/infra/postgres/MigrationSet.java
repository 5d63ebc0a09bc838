package dev.berth.infra.postgres;

import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Migrations that are numbered for themselves.
 *
 * @param history the table that remembers which of them ran; its name is {@code flyway_…_history}
 * @param locations where they are, as Flyway spells it
 */
public record MigrationSet(String history, List<String> locations) {

    /** Copies the list. */
    public MigrationSet {
        locations = List.copyOf(locations);
    }

    /** For this database. A second set finds the tables of the first one, so that it begins at a baseline. */
    public FluentConfiguration on(DataSource source) {
        return Flyway.configure()
                .dataSource(source)
                .locations(locations.toArray(String[]::new))
                .table(history)
                .baselineOnMigrate(true)
                .baselineVersion("0");
    }
}
