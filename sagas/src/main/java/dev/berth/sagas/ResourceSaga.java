package dev.berth.sagas;

/** A saga of one resource: a fold over that resource's stream, and so a cache of it that can be thrown away. */
public interface ResourceSaga {
    /** The resource. */
    String resourceId();

    /** How many events of the resource's stream it has seen; 0 before the first. */
    long revision();
}
