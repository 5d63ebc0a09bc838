package dev.berth.infra.feed;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.json.JsonMapper;

/**
 * All open streams.
 *
 * <p>Owns: how many there are, the few threads that serve them all, and the watch over them: heartbeats, access, clients
 * that take nothing. Does not own: their positions. Invariants: no more than the limits; whoever lost access is ended
 * within half a second. On failure: a stream ends by itself; the others go on.
 */
public final class EventStreams implements SmartLifecycle, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int THREADS = 4;
    private static final long WATCH_MILLIS = 250;

    private final FeedTail tail;
    private final FeedReader reader;
    private final StreamSettings settings;
    private final Map<String, Set<EventStream>> byTenant = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final ExecutorService writers = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().name("stream-", 0).daemon(true).factory());
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("stream-watch").daemon(true).factory());
    private volatile boolean running = true;

    /** Streams of this feed. */
    public EventStreams(FeedTail tail, FeedReader reader, StreamSettings settings, MeterRegistry meters) {
        this.tail = tail;
        this.reader = reader;
        this.settings = settings;
        tail.onNews(tenants -> tenants.forEach(
                tenant -> byTenant.getOrDefault(tenant, Set.of()).forEach(EventStream::poke)));
        watch.scheduleWithFixedDelay(this::look, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        Gauge.builder("berth.streams.open", open, AtomicInteger::get)
                .description("Open event streams")
                .register(meters);
    }

    /** What became of the wish for a stream: one of the two. */
    public record Opened(Optional<EventStream> stream, Optional<Problem> refusal) {
        private static Opened refused(ErrorCode code, String detail) {
            return new Opened(Optional.empty(), Optional.of(new Problem(code, detail, Map.of())));
        }
    }

    /**
     * Opens a stream. It must be given a sink and poked, or be told that it is closed.
     *
     * @param types the types wanted; none means all
     * @param after the position after which it begins
     */
    public Opened open(String tenantId, Set<String> types, long after, StreamAccess access) {
        if (!running) {
            return Opened.refused(ErrorCode.UNAVAILABLE, "The server stops.");
        }
        if (open.incrementAndGet() > settings.inAll()) {
            open.decrementAndGet();
            return Opened.refused(ErrorCode.UNAVAILABLE, "The server has too many streams open.");
        }
        AtomicBoolean counted = new AtomicBoolean(true);
        EventStream[] self = new EventStream[1];
        EventStream stream = new EventStream(
                tenantId, types, after, greeting(), access, reader, writers, () -> forget(self[0], counted));
        self[0] = stream;
        boolean[] entered = new boolean[1];
        byTenant.compute(tenantId, (tenant, others) -> {
            Set<EventStream> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            entered[0] = all.size() < settings.perTenant() && all.add(stream);
            return all.isEmpty() ? null : all;
        });
        if (!entered[0]) {
            open.decrementAndGet();
            probe(tenantId);
            return Opened.refused(
                    ErrorCode.RATE_LIMITED, "This tenant has " + settings.perTenant() + " streams open; close one.");
        }
        tail.follow();
        return new Opened(Optional.of(stream), Optional.empty());
    }

    /** Whose client was lost is found by writing to it: soon there may be room. */
    private void probe(String tenantId) {
        long now = System.nanoTime();
        for (EventStream stream : byTenant.getOrDefault(tenantId, Set.of())) {
            if (stream.silentFor(now) > TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS)) {
                stream.heartbeat();
            }
        }
    }

    private void forget(EventStream stream, AtomicBoolean counted) {
        if (counted.getAndSet(false)) {
            byTenant.computeIfPresent(stream.tenantId(), (tenant, all) -> {
                all.remove(stream);
                return all.isEmpty() ? null : all;
            });
            open.decrementAndGet();
            tail.unfollow();
        }
    }

    /** How many are open. */
    public int count() {
        return open.get();
    }

    private void look() {
        long now = System.nanoTime();
        for (Set<EventStream> streams : byTenant.values()) {
            for (EventStream stream : streams) {
                try {
                    look(stream, now);
                } catch (RuntimeException e) {
                    log.atWarn()
                            .addKeyValue("reason", String.valueOf(e.getMessage()))
                            .log("A stream can't be watched");
                }
            }
        }
    }

    private void look(EventStream stream, long now) {
        Problem refusal = stream.access().now().refusal();
        if (refusal != null) {
            if (stream.blocked()) {
                // It would never read the last word.
                stream.abandon();
            } else {
                stream.end(refusal);
            }
        } else if (stream.blocked()
                && stream.silentFor(now) > settings.stalled().toNanos()) {
            stream.abandon();
        } else if (stream.silentFor(now)
                > settings.heartbeat().toNanos() - TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS)) {
            stream.heartbeat();
        }
    }

    /** Before the first event: a client that loses its connection comes back after a second. */
    private static byte[] greeting() {
        return ": the events follow\nretry: 1000\n\n".getBytes(StandardCharsets.US_ASCII);
    }

    /** After the last event, why it ends. Without an id, so that the client's last one stays. */
    static byte[] lastWord(Problem why) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("code", why.code().name());
        said.put("detail", why.detail());
        return ("event: end\ndata: " + JSON.writeValueAsString(said) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The server's graceful stop waits for answers under way, so that streams must have ended before it begins. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        Problem why = new Problem(ErrorCode.UNAVAILABLE, "The server stops; come back.", Map.of());
        byTenant.values()
                .forEach(streams -> streams.forEach(stream -> {
                    if (stream.blocked()) {
                        stream.abandon();
                    } else {
                        stream.end(why);
                    }
                }));
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void close() {
        watch.shutdownNow();
        writers.shutdownNow();
    }
}
