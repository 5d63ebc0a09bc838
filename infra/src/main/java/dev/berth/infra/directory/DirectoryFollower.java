package dev.berth.infra.directory;

import dev.berth.query.Delivered;
import dev.berth.query.projection.Passing;
import dev.berth.query.projection.ReaderProgress;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the directories up to date: loads them from the read tables, then follows the events by a reader of its own.
 *
 * <p>Owns: the only thread that writes to the directories, and how far it has come. Does not own: a stored token; each
 * start begins at the read tables' position. Invariants: ready only once it has caught up; every event it has passed is
 * told to whoever waits for his own writes. On failure: a lost database is tried again with growing pauses from where it
 * stopped; an event that no directory can take in is logged, counted and passed over.
 */
public final class DirectoryFollower implements AutoCloseable {
    /** Its name towards those who wait for their own writes. */
    public static final String NAME = "directories";

    private static final Logger log = LoggerFactory.getLogger(DirectoryFollower.class);
    private static final Duration TOO_FAR = Duration.ofSeconds(1);
    private static final int POLL_MILLIS = 200;
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final Directories directories;
    private final DirectorySource source;
    private final ReaderProgress progress;
    private final LongFunction<Duration> lag;
    private final Counter passedOver;
    private final Thread thread;
    private volatile boolean ready;
    private volatile boolean closed;
    private volatile long position;
    private boolean loaded;
    private @Nullable TrackingToken token;
    private long pause = SHORTEST_PAUSE_MILLIS;

    /**
     * Follows once it is started.
     *
     * @param progress is told of every event that was taken in
     * @param lag      how long a reader has been behind that has come to this position of the event store
     */
    public DirectoryFollower(
            Directories directories,
            DirectorySource source,
            ReaderProgress progress,
            LongFunction<Duration> lag,
            MeterRegistry meters) {
        this.directories = directories;
        this.source = source;
        this.progress = progress;
        this.lag = lag;
        this.passedOver = Counter.builder("berth.directories.passed.over")
                .description("Events that no directory could take in")
                .register(meters);
        Gauge.builder("berth.directories.lag", this, it -> it.lag().toMillis() / 1e3)
                .description("How long the directories have been behind the event store")
                .baseUnit("seconds")
                .register(meters);
        directories
                .sizes()
                .keySet()
                .forEach(kind -> Gauge.builder(
                                "berth.directories.entries",
                                directories,
                                it -> it.sizes().getOrDefault(kind, 0))
                        .description("Resources held in memory")
                        .tag("kind", kind)
                        .register(meters));
        this.thread = Thread.ofPlatform().name(NAME).daemon(true).unstarted(this::run);
    }

    /** Begins to load and to follow. */
    public void start() {
        thread.start();
    }

    /** Whether it has caught up once since its start. */
    public boolean ready() {
        return ready;
    }

    /** Whether what it holds is too old to decide by: it is not ready, or more than a second behind. */
    public boolean behind() {
        return !ready || lag().compareTo(TOO_FAR) > 0;
    }

    /** How long it has been behind the newest event; zero if it is not. */
    public Duration lag() {
        return lag.apply(position);
    }

    private void run() {
        while (!closed) {
            try {
                if (!loaded) {
                    token = source.load(directories::load);
                    position = token == null ? 0 : token.position().orElse(0);
                    loaded = true;
                }
                follow();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                if (!closed && !rest(e)) {
                    return;
                }
            }
        }
    }

    private void follow() throws InterruptedException {
        try (BlockingStream<TrackedEventMessage<?>> events = source.open(token)) {
            while (!closed) {
                if (events.hasNextAvailable(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    take(events.nextAvailable());
                    pause = SHORTEST_PAUSE_MILLIS;
                }
                if (!ready && events.peek().isEmpty()) {
                    caughtUp();
                }
            }
        }
    }

    private void caughtUp() {
        ready = true;
        log.atInfo().addKeyValue("entries", directories.sizes()).log("The directories have caught up");
    }

    private void take(TrackedEventMessage<?> message) {
        Optional<Delivered> delivered = StoredSource.delivered(message);
        delivered.ifPresent(this::apply);
        token = message.trackingToken();
        position = token.position().orElse(position);
        delivered.ifPresent(
                it -> progress.applied(NAME, it.streamId(), it.meta().sequence()));
    }

    private void apply(Delivered delivered) {
        try {
            directories.apply(delivered);
        } catch (RuntimeException e) {
            if (Passing.canPass(e)) {
                throw e;
            }
            passedOver.increment();
            log.atError()
                    .setCause(e)
                    .addKeyValue("stream", delivered.streamId())
                    .addKeyValue("sequence", delivered.meta().sequence())
                    .log("No directory can take this event in");
        }
    }

    private boolean rest(RuntimeException e) {
        log.atWarn()
                .addKeyValue("reason", String.valueOf(e.getMessage()))
                .addKeyValue("pauseMillis", pause)
                .log("The directories can't read events; trying again");
        try {
            Thread.sleep(pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            return true;
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(5));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
