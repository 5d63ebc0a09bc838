package dev.berth.query;

import dev.berth.api.DomainEvent;
import org.jspecify.annotations.Nullable;

/**
 * A resource as its events make it, one event after the other. Pure: the same events give the same result wherever they
 * are folded, be it for a read table, a directory in memory or the history.
 *
 * @param <S> the resource; what it was before, or what it is now
 * @param <E> the vocabulary of its stream
 */
@FunctionalInterface
public interface Fold<S, E extends DomainEvent> {
    /**
     * The resource after the event.
     *
     * @param state before the event; null before the first one of the stream
     * @throws RuntimeException for an event that can't follow what was before
     */
    S fold(@Nullable S state, E event, EventMeta meta);

    /** What was there before, for an event that can't be the first of its stream. */
    static <S> S existing(@Nullable S state, DomainEvent event) {
        if (state == null) {
            throw new IllegalStateException(
                    event.getClass().getSimpleName() + " can't be the first event of " + event.streamId());
        }
        return state;
    }
}
