package dev.berth.infra.bench;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many events a second reach subscribers, all of whom want all of them. The events are put into the feed at once, past
 * the event store; the server, its PostgreSQL and all subscribers share one machine and, here, one process.
 */
@Tag("bench")
class StreamBenchmark {
    private static final int BYTES = 400;

    @Test
    void oneTenAndAHundredSubscribers() throws Exception {
        List<String> report = new ArrayList<>();
        try (BerthServer server = BerthServer.start(BerthServer.temporary())) {
            Api api = server.operator("streams");
            measure(server, api, 10, 5_000);
            for (int subscribers : new int[] {1, 10, 100}) {
                report.add(measure(server, api, subscribers, subscribers == 100 ? 10_000 : 50_000));
            }
        }
        System.out.println("\n" + String.join("\n", report) + "\n");
    }

    private static String measure(BerthServer server, Api api, int subscribers, int events) throws Exception {
        List<Subscriber> all = new ArrayList<>();
        for (int i = 0; i < subscribers; i++) {
            all.add(new Subscriber(server.base(), api));
        }
        try {
            Instant begin = Instant.now();
            fill(server.bean(DataSource.class), api.tenantId(), events);
            Duration filled = Duration.between(begin, Instant.now());
            begin = Instant.now();
            for (Subscriber subscriber : all) {
                subscriber.await(events);
            }
            double seconds = Duration.between(begin, Instant.now()).toNanos() / 1e9;
            return "| events delivered to %d subscriber%s, %,d events of %d bytes (put in within %.1f s) | %,.0f/s |"
                    .formatted(
                            subscribers,
                            subscribers == 1 ? "" : "s",
                            events,
                            BYTES,
                            filled.toMillis() / 1e3,
                            subscribers * (double) events / seconds);
        } finally {
            for (Subscriber subscriber : all) {
                subscriber.close();
            }
        }
    }

    private static void fill(DataSource database, String tenantId, int count) throws Exception {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement("""
                    with head as (select position from feed_head where id = 1 for update),
                         moved as (update feed_head set position = position + ? where id = 1)
                    insert into feed (position, origin, event_id, tenant_id, type, subject, time, data)
                    select head.position + n, -1, 'filled-' || (head.position + n), ?, 'instance.running', 'inst_filled',
                           now(), '{"instanceId": "' || repeat('x', ?) || '"}'
                    from head, generate_series(1, ?) n
                    """)) {
            statement.setInt(1, count);
            statement.setString(2, tenantId);
            statement.setInt(3, BYTES);
            statement.setInt(4, count);
            statement.executeUpdate();
        }
    }

    /** Counts the frames of one stream, and does as little else as possible. */
    private static final class Subscriber implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;
        private final byte[] buffer = new byte[65_536];
        private final Thread reader;
        private byte before;
        private volatile long frames = -1;
        private final Object changed = new Object();

        Subscriber(URI base, Api api) throws IOException {
            socket = new Socket(base.getHost(), base.getPort());
            // Of HTTP 1.0 the body comes as it is.
            socket.getOutputStream()
                    .write(("GET /api/compute/events/stream?tenantId=" + api.tenantId() + " HTTP/1.0\r\nHost: localhost\r\n"
                                    + "Authorization: Bearer " + api.token() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            in = socket.getInputStream();
            // The greeting comes once the stream is open; what is put into the feed from then on is streamed.
            while (frames < 0) {
                read();
            }
            reader = Thread.ofPlatform().daemon(true).start(this::readOn);
        }

        private void readOn() {
            try {
                while (read()) {
                    synchronized (changed) {
                        changed.notifyAll();
                    }
                }
            } catch (IOException e) {
                // It is closed.
            }
        }

        private boolean read() throws IOException {
            int count = in.read(buffer);
            long found = 0;
            for (int i = 0; i < count; i++) {
                if (buffer[i] == '\n' && before == '\n') {
                    found++;
                }
                before = buffer[i];
            }
            long now = frames + found;
            frames = now;
            return count >= 0;
        }

        void await(int count) throws InterruptedException {
            synchronized (changed) {
                while (frames < count) {
                    changed.wait(1_000);
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
