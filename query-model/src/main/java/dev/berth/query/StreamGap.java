package dev.berth.query;

/** Events of a stream are missing between what a reader has seen and what it is given. */
public final class StreamGap extends IllegalStateException {
    public StreamGap(String streamId, long seen, long given) {
        super("Of " + streamId + " " + seen + " events were seen, and the next one is number " + (given + 1));
    }
}
