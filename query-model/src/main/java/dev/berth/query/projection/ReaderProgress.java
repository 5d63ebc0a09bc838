package dev.berth.query.projection;

/** Is told how far readers are, so that an answer can wait until its events are visible. Must not block or throw. */
public interface ReaderProgress {
    /** The reader has committed everything of the stream up to this event, counted from 0. */
    void applied(String reader, String streamId, long sequence);

    /** The reader has put the stream's events up to this one aside as dead letters: nobody should wait for them. */
    default void putAside(String reader, String streamId, long sequence) {
        applied(reader, streamId, sequence);
    }

    /** For readers that nobody waits for. */
    static ReaderProgress none() {
        return (reader, streamId, sequence) -> {};
    }
}
