package dev.berth.query;

import dev.berth.api.DomainEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events of any streams in the order in which they happened, a second apart, numbered as the event store would. Reads as
 * {@code given().event(created).event(scheduled)}.
 */
public final class Given {
    /** When the first event happened. */
    public static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final Map<String, Long> sequences = new HashMap<>();
    private final List<Delivered> events = new ArrayList<>();
    private Instant now = BEGIN;

    private Given() {}

    public static Given given() {
        return new Given();
    }

    /** The next event, a second after the one before. */
    public Given event(DomainEvent event) {
        long sequence = sequences.merge(event.streamId(), 0L, (before, none) -> before + 1);
        events.add(new Delivered(
                event, new EventMeta(now, sequence, events.size(), "event-" + events.size(), Map.of("actor", "ann"))));
        now = now.plusSeconds(1);
        return this;
    }

    /** The next events. */
    public Given events(DomainEvent... next) {
        for (DomainEvent event : next) {
            event(event);
        }
        return this;
    }

    /** All of them. */
    public List<Delivered> delivered() {
        return List.copyOf(events);
    }

    /** What the events make of their resource. */
    public <S, E extends DomainEvent> S foldedBy(ReadTable<S, E> table) {
        ReadTable.Row<S> row = null;
        for (Delivered delivered : events) {
            row = table.next(row, delivered);
        }
        if (row == null) {
            throw new IllegalStateException("No events were given");
        }
        return row.state();
    }

    /** The time of the event with this number, from 0. */
    public static Instant at(int event) {
        return BEGIN.plusSeconds(event);
    }
}
