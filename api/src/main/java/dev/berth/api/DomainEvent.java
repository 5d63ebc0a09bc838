package dev.berth.api;

/** Something that happened to one resource. Its time is the time of the message that carries it. */
public interface DomainEvent {
    /** The stream it belongs to: the identifier of the aggregate that it happened to. */
    String streamId();
}
