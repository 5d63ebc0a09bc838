package dev.berth.query;

import dev.berth.api.DomainEvent;

/** An event as it reaches a reader. */
public record Delivered(DomainEvent event, EventMeta meta) {
    /** The stream it belongs to. */
    public String streamId() {
        return event.streamId();
    }
}
