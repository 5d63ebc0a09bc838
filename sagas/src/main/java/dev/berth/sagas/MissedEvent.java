package dev.berth.sagas;

/** A saga was shown an event while it had not seen the one before. It has to be built again from its stream. */
public final class MissedEvent extends RuntimeException {
    /**
     * @param seen the revision up to which it has seen the stream
     * @param shown the revision that it was shown
     */
    public MissedEvent(String resourceId, long seen, long shown) {
        super("%s has seen revision %d and was shown %d".formatted(resourceId, seen, shown));
    }
}
