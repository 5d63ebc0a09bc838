package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The one database of this process, embedded or external: ready when it is made, closed after everything that uses it. */
public sealed interface Database extends AutoCloseable permits EmbeddedDatabase, ExternalDatabase {

    /**
     * Starts the embedded server, or checks the external one and becomes its only writer.
     *
     * @param directory held by the caller until after {@link #close()}
     * @param onLost told, once, why this process may not go on: another one has taken the external database over
     * @throws StartupRefused with one sentence if the database can't be used
     */
    static Database open(DataDirectory directory, StorageProperties properties, Consumer<String> onLost) {
        if (properties.external().isEmpty()) {
            return new EmbeddedDatabase(EmbeddedPostgresServer.start(directory));
        }
        Path facts = directory.root().resolve(DataDirectory.DATABASE_FILE);
        try {
            DurableFiles.replace(facts, "external=true\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new StartupRefused("The data directory " + directory.root() + " can't be written: " + e + ".", e);
        }
        return ExternalDatabase.open(
                properties.external().get(), properties.db().takeoverWait(), onLost);
    }

    /** How to connect, without limits; for migrations and backups. */
    DatabaseSettings settings();

    /** New connections of the application, each unpooled and with the {@link SessionLimits}. */
    DataSource connections();

    /** Whether it can be used now. */
    Availability availability();

    @Override
    void close();
}
