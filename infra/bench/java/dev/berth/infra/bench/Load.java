package dev.berth.infra.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Closed loops of clients, each of which does one thing after the other until a number of things or a time is reached. */
final class Load {
    private Load() {}

    /** One client's loop. */
    interface Client extends AutoCloseable {
        /** Does one thing; {@code number} is unique over all clients. */
        void once(long number) throws Exception;

        @Override
        default void close() throws IOException, SQLException {}
    }

    /** Makes a client. */
    interface Clients {
        Client client(int index) throws Exception;
    }

    /** What came of it: things a second, and how long one took, in microseconds. */
    record Result(double perSecond, long p50, long p99, long count) {
        String text() {
            return "%,.0f/s, p50 %.1f ms, p99 %.1f ms (n=%,d)".formatted(perSecond, p50 / 1e3, p99 / 1e3, count);
        }
    }

    /** Runs {@code clients} loops for so many seconds, after a warm-up of a fifth of that. */
    static Result forSeconds(int clients, double seconds, AtomicLong numbers, Clients maker) throws Exception {
        return run(clients, (long) (seconds * 0.2e9), (long) (seconds * 1e9), Long.MAX_VALUE, numbers, maker);
    }

    /** Runs until so many things are done. */
    static Result times(int clients, long count, AtomicLong numbers, Clients maker) throws Exception {
        return run(clients, 0, Long.MAX_VALUE / 2, count, numbers, maker);
    }

    private static Result run(int clients, long warmUp, long duration, long count, AtomicLong numbers, Clients maker)
            throws Exception {
        AtomicLong left = new AtomicLong(count);
        List<Loop> loops = new ArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < clients; i++) {
            loops.add(new Loop(maker.client(i), go, left, numbers, warmUp, duration));
        }
        loops.forEach(Thread::start);
        long begin = System.nanoTime();
        loops.forEach(it -> it.begin = begin);
        go.countDown();
        for (Loop loop : loops) {
            loop.join();
            if (loop.failure != null) {
                throw loop.failure;
            }
        }
        long end = System.nanoTime();
        long[] all = loops.stream().flatMapToLong(it -> it.durations.stream()).sorted().toArray();
        double measured = (end - begin - warmUp) / 1e9;
        if (all.length == 0) {
            throw new IllegalStateException("Nothing was measured");
        }
        return new Result(
                all.length / measured, all[all.length / 2], all[(int) (all.length * 0.99)], all.length);
    }

    private static final class Loop extends Thread {
        private final Client client;
        private final CountDownLatch go;
        private final AtomicLong left;
        private final AtomicLong numbers;
        private final long warmUp;
        private final long duration;
        private final Longs durations = new Longs();
        private volatile long begin;
        private Exception failure;

        Loop(Client client, CountDownLatch go, AtomicLong left, AtomicLong numbers, long warmUp, long duration) {
            this.client = client;
            this.go = go;
            this.left = left;
            this.numbers = numbers;
            this.warmUp = warmUp;
            this.duration = duration;
        }

        @Override
        public void run() {
            try (client) {
                go.await();
                while (left.getAndDecrement() > 0) {
                    long from = System.nanoTime();
                    if (from - begin > warmUp + duration) {
                        return;
                    }
                    client.once(numbers.incrementAndGet());
                    if (from - begin >= warmUp) {
                        durations.add((System.nanoTime() - from) / 1000);
                    }
                }
            } catch (Exception e) {
                failure = e;
            }
        }
    }

    /** A growing array of longs. */
    private static final class Longs {
        private long[] values = new long[1024];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        java.util.stream.LongStream stream() {
            return Arrays.stream(values, 0, size);
        }
    }
}
