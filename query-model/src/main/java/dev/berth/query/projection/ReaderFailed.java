package dev.berth.query.projection;

/** A reader could not take in events. The message holds no values, so it may be logged and kept. */
public final class ReaderFailed extends RuntimeException {
    public ReaderFailed(String message) {
        super(message);
    }

    public ReaderFailed(String message, Error cause) {
        super(message, cause);
    }
}
