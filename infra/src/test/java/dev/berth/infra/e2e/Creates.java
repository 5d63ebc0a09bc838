package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers who create instances one after the other, each with a key of its own, and repeat a call with its key while the
 * server is unavailable, or while it is not there.
 */
final class Creates implements AutoCloseable {
    private final HostedPool pool;
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Queue<String> unanswered = new ConcurrentLinkedQueue<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Queue<Duration> times = new ConcurrentLinkedQueue<>();
    private final Semaphore made = new Semaphore(0);
    private volatile boolean over;
    private volatile boolean unavailable;

    Creates(HostedPool pool, int callers) {
        this.pool = pool;
        for (int i = 0; i < callers; i++) {
            this.callers.execute(this::call);
        }
    }

    private void call() {
        while (!over) {
            String key = UUID.randomUUID().toString();
            while (!once(key)) {
                if (over) {
                    unanswered.add(key);
                    return;
                }
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
    }

    private boolean once(String key) {
        long begin = System.nanoTime();
        try {
            Api.Answer answer = pool.create("idempotencyKey", key);
            times.add(Duration.ofNanos(System.nanoTime() - begin));
            if (answer.status() == 200) {
                acknowledged.put(key, answer.text("id"));
                made.release();
                return true;
            }
            if (answer.status() != 503
                    || !answer.text("code").equals("UNAVAILABLE")
                    || answer.raw().headers().firstValue("Retry-After").isEmpty()) {
                wrong.add(answer.status() + " " + answer.raw().headers().map() + " " + answer.body());
            }
            unavailable = true;
        } catch (UncheckedIOException e) {
            wrong.add(e.toString());
        }
        return false;
    }

    /** Waits until so many more were made. */
    void await(int more) throws InterruptedException {
        assertThat(made.tryAcquire(more, 90, TimeUnit.SECONDS)).as("%s", wrong).isTrue();
        made.drainPermits();
    }

    /** Whether anybody was told that the server is unavailable. */
    boolean unavailableSeen() {
        return unavailable;
    }

    /** What was answered otherwise than it should; calls that were cut off among it. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** The longest that an answer took. */
    Duration longest() {
        return times.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** The keys of calls that were never answered; asked once the calls have ended. */
    List<String> unanswered() {
        return List.copyOf(unanswered);
    }

    /** The id of the instance of each key that was answered so far. */
    Map<String, String> acknowledged() {
        return Map.copyOf(acknowledged);
    }

    /** Ends the calls, and repeats those whose last answer was none; the id of each key's instance. */
    Map<String, String> end() {
        halt();
        for (String key : unanswered) {
            Eventually.is(() -> once(key));
        }
        return Map.copyOf(acknowledged);
    }

    /** Ends the load and waits for the calls that are under way. */
    void halt() {
        over = true;
        callers.close();
    }

    @Override
    public void close() {
        halt();
    }
}
