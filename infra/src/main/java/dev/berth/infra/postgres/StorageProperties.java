package dev.berth.infra.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where things are kept: {@code --berth.data-dir}, and {@code BERTH_DB_URL}, {@code BERTH_DB_USER},
 * {@code BERTH_DB_PASSWORD} for a database of one's own.
 *
 * @param dataDir the data directory; relative to the working directory
 * @param db the external database and the pool
 */
@ConfigurationProperties("berth")
public record StorageProperties(
        @DefaultValue("./data") String dataDir,
        @DefaultValue Db db) {

    /**
     * @param url chooses an external PostgreSQL 15 or newer; absent or blank: the embedded one
     * @param poolSize the most connections that the application opens, 5 to 90 for the embedded server
     * @param takeoverWait how long a starting server waits for another one to let go of an external database
     */
    public record Db(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password,
            @DefaultValue("40") int poolSize,
            @DefaultValue("10s") Duration takeoverWait) {

        /** Hides the password. */
        @Override
        public String toString() {
            return "Db[external=" + (url != null) + ", poolSize=" + poolSize + "]";
        }
    }

    /** The data directory as an absolute path. */
    public Path dataPath() {
        return Path.of(dataDir).toAbsolutePath().normalize();
    }

    /** The external database; empty if the embedded one is to be used. */
    public Optional<DatabaseSettings> external() {
        return Optional.ofNullable(db.url())
                .filter(url -> !url.isBlank())
                .map(url -> new DatabaseSettings(url, blankToNull(db.user()), blankToNull(db.password())));
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
