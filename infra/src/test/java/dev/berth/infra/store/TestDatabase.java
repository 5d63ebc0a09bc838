package dev.berth.infra.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A real PostgreSQL for all tests of this package, durable as in production; each test has a schema of its own. */
final class TestDatabase {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestDatabase() {}

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("shared_buffers", "128MB")
                        .setServerConfig("max_wal_size", "2GB")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A pool for a new, migrated schema. */
    static HikariDataSource fresh(int connections) {
        HikariDataSource source = pool(freshUrl(), connections);
        Migrations.of("store", source).migrate();
        return source;
    }

    /** The URL of a new, empty schema. */
    static String freshUrl() {
        String name = "test_" + NUMBER.incrementAndGet();
        execute(Server.RUNNING.getPostgresDatabase(), "create schema " + name);
        return Server.RUNNING.getJdbcUrl("postgres", "postgres") + "&reWriteBatchedInserts=true&currentSchema=" + name;
    }

    private static HikariDataSource pool(String url, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }

    static void execute(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    static String text(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            StringBuilder out = new StringBuilder();
            while (row.next()) {
                out.append(row.getString(1)).append('\n');
            }
            return out.toString().strip();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
