package dev.berth.infra.postgres;

import javax.sql.DataSource;

/** The embedded server as the process's database. The data directory's lock already makes this its only writer. */
record EmbeddedDatabase(EmbeddedPostgresServer server) implements Database {

    @Override
    public DatabaseSettings settings() {
        return server.settings();
    }

    @Override
    public DataSource connections() {
        return new AdmittedDataSource(
                settings().limited(DatabaseChecks.TRANSACTION_TIMEOUT_VERSION), availability(), connection -> {});
    }

    @Override
    public Availability availability() {
        return server.availability();
    }

    @Override
    public void close() {
        server.close();
    }
}
