package dev.berth.infra.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.axonframework.eventhandling.DomainEventMessage;

/** What one command has appended and who has yet to show it. */
final class WriteTicket {
    private record Place(OwnWrites.Reader reader, String stream) {}

    private final List<Place> places = new ArrayList<>(8);
    // One more than what is expected, until the waiting begins.
    private final AtomicInteger open = new AtomicInteger(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final List<DomainEventMessage<?>> events = new ArrayList<>(8);
    private final long begun = System.nanoTime();
    private Runnable whenDone = () -> {};
    private boolean sealed;

    /** Notes what is about to be appended. */
    void appending(DomainEventMessage<?> event) {
        events.add(event);
    }

    /** What was appended, in its order. */
    List<DomainEventMessage<?>> events() {
        return events;
    }

    /** How long ago the call began, in nanoseconds. */
    long age() {
        return System.nanoTime() - begun;
    }

    /** Ends what is expected; {@code listener} is run once all of it has arrived, which may be at once. */
    void whenDone(Runnable listener) {
        whenDone = listener;
        seal();
    }

    private void seal() {
        if (!sealed) {
            sealed = true;
            arrived();
        }
    }

    /** Notes that the reader has to come to this place; a stream is expected once per reader, with its last event. */
    void expect(OwnWrites.Reader reader, String stream, long sequence) {
        for (Place place : places) {
            if (place.reader() == reader && place.stream().equals(stream)) {
                return;
            }
        }
        places.add(new Place(reader, stream));
        open.incrementAndGet();
        reader.waiting.compute(stream, (key, first) -> new OwnWrites.Expectation(this, sequence, first));
    }

    /** One of the readers has come to its place. */
    void arrived() {
        if (open.decrementAndGet() == 0) {
            done.countDown();
            whenDone.run();
        }
    }

    /** Nothing was appended after all. */
    void cancel() {
        for (Place place : places) {
            place.reader().waiting.computeIfPresent(place.stream(), (key, first) -> first.without(this));
        }
        places.clear();
        events.clear();
        open.set(1);
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    /** Waits so long at most; whether all is shown. */
    boolean await(long nanos) {
        seal();
        try {
            return done.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
