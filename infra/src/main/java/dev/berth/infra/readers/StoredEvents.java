package dev.berth.infra.readers;

import dev.berth.api.DomainEvent;
import dev.berth.infra.directory.DirectorySource;
import dev.berth.query.Delivered;
import dev.berth.query.projection.BatchingInvoker;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.jspecify.annotations.Nullable;

/** All events from the first one up to a position, in the order of their positions. */
final class StoredEvents implements Iterator<Delivered> {
    private static final int PATIENCE_MILLIS = 500;

    private final BlockingStream<TrackedEventMessage<?>> stream;
    private final long last;
    private @Nullable Delivered next;

    StoredEvents(DirectorySource source, long last) {
        this.stream = source.open(null);
        this.last = last;
        advance();
    }

    private void advance() {
        next = null;
        try {
            while (next == null && stream.hasNextAvailable(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                TrackedEventMessage<?> message = stream.nextAvailable();
                if (message.trackingToken().position().orElse(Long.MAX_VALUE) > last) {
                    break;
                }
                if (message instanceof DomainEventMessage<?> && message.getPayload() instanceof DomainEvent) {
                    next = BatchingInvoker.delivered(message);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (next == null) {
                stream.close();
            }
        }
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Delivered next() {
        Delivered event = next;
        if (event == null) {
            throw new NoSuchElementException();
        }
        advance();
        return event;
    }
}
