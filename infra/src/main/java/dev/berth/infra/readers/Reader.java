package dev.berth.infra.readers;

import org.axonframework.eventhandling.TrackingToken;

/** A projection at work. */
public interface Reader extends AutoCloseable {
    /** The projection's name. */
    String name();

    /** The position up to which all of it has come; 0 before the first event. */
    long position();

    /** Whether it has come to the end once since it began. */
    boolean caughtUp();

    /** Whether all of it has taken in everything up to this token. */
    boolean covers(TrackingToken token);

    /** Ends it. */
    @Override
    void close();
}
