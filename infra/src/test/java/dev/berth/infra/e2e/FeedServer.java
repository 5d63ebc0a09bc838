package dev.berth.infra.e2e;

import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.JdbcTemplate;

/** One server for the tests of those who follow the feed, with small limits and short pauses. */
final class FeedServer {
    static final int STREAMS_PER_TENANT = 8;

    private static BerthServer server;

    private FeedServer() {}

    /** The server. It ends with the test run. */
    static synchronized BerthServer get() {
        if (server == null) {
            server = BerthServer.start(
                    BerthServer.temporary(),
                    "--berth.streams.per-tenant=" + STREAMS_PER_TENANT,
                    "--berth.streams.heartbeat=500ms",
                    "--berth.webhooks.first-retry=10ms",
                    "--berth.webhooks.longest-retry=200ms",
                    "--berth.webhooks.pause-after=8s",
                    "--berth.webhooks.deadline=3s");
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        }
        return server;
    }

    /** Appends events to the tenant's feed, as many and as large as a test needs, past the event store. */
    static void fill(BerthServer server, String tenantId, int count, int bytes) {
        JdbcTemplate sql = server.bean(JdbcTemplate.class);
        sql.execute((org.springframework.jdbc.core.ConnectionCallback<Void>) connection -> {
            connection.setAutoCommit(false);
            try (var statement = connection.prepareStatement("""
                with head as (select position from feed_head where id = 1 for update),
                     moved as (update feed_head set position = position + ? where id = 1)
                insert into feed (position, origin, event_id, tenant_id, type, subject, time, data)
                select head.position + n, -1, 'filled-' || (head.position + n), ?, 'instance.running', 'inst_filled',
                       now(), '{"instanceId": "' || repeat('x', ?) || '"}'
                from head, generate_series(1, ?) n
                """)) {
                statement.setInt(1, count);
                statement.setString(2, tenantId);
                statement.setInt(3, bytes);
                statement.setInt(4, count);
                statement.executeUpdate();
                connection.commit();
            } finally {
                connection.setAutoCommit(true);
            }
            return null;
        });
    }

    static void pause() {
        LockSupport.parkNanos(1_000_000);
    }
}
