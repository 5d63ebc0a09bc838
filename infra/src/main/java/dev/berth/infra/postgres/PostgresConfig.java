package dev.berth.infra.postgres;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The configuration files of the embedded server. They are written anew at each start. */
final class PostgresConfig {

    /** Read after ours, from the folder above the database's: an operator's own settings, say for more memory. */
    static final String CUSTOM_FILE = "custom.conf";

    private PostgresConfig() {}

    /** What must hold in every session, or an acknowledged write could be lost. */
    static Map<String, String> durability() {
        return Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");
    }

    static String postgresqlConf(int port) {
        Map<String, String> settings = new LinkedHashMap<>(durability());
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("port", Integer.toString(port));
        // A socket's path is limited to about 100 bytes, a data directory's is not.
        settings.put("unix_socket_directories", "");
        settings.put("max_connections", "100");
        settings.put("password_encryption", "scram-sha-256");
        settings.put("shared_buffers", "192MB");
        settings.put("effective_cache_size", "1GB");
        settings.put("maintenance_work_mem", "64MB");
        // Short transactions on a small machine: parallel plans and compiled expressions cost more than they give.
        settings.put("max_parallel_workers_per_gather", "0");
        settings.put("max_parallel_maintenance_workers", "0");
        settings.put("jit", "off");
        settings.put("wal_level", "minimal");
        settings.put("max_wal_senders", "0");
        settings.put("wal_compression", "on");
        settings.put("max_wal_size", "1GB");
        settings.put("min_wal_size", "128MB");
        settings.put("checkpoint_timeout", "10min");
        settings.put("checkpoint_completion_target", "0.9");
        settings.put("autovacuum_naptime", "15s");
        // A session whose client is gone must not hold its locks until its statement ends.
        settings.put("client_connection_check_interval", "5s");
        settings.put("timezone", "UTC");
        settings.put("logging_collector", "on");
        settings.put("log_directory", "../log");
        settings.put("log_filename", "postgresql-%Y%m%d-%H%M%S.log");
        settings.put("log_file_mode", "0600");
        settings.put("log_rotation_size", "10MB");
        settings.put("log_rotation_age", "1d");
        settings.put("log_timezone", "UTC");
        settings.put("log_line_prefix", "%m [%p] ");
        // Statements and their values can hold secrets: log what happens to the server, not to a statement.
        settings.put("log_min_messages", "log");
        settings.put("log_min_error_statement", "panic");
        settings.put("log_error_verbosity", "terse");
        return "# Written at each start; put settings of your own into ../" + CUSTOM_FILE + "\n"
                + settings.entrySet().stream()
                        .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'\n")
                        .collect(Collectors.joining())
                + "include_if_exists = '../" + CUSTOM_FILE + "'\n";
    }

    static String hbaConf() {
        return """
            # Written at each start.
            host  %s   %s   127.0.0.1/32  scram-sha-256
            host  all  %s   127.0.0.1/32  scram-sha-256
            """.formatted(PostgresCluster.DATABASE, PostgresCluster.USER, PostgresCluster.SUPERUSER);
    }
}
