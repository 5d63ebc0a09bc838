package dev.berth.infra.feed;

import java.io.IOException;

/** Where a stream is written to, without ever waiting for whoever reads it. */
public interface StreamSink {
    /** Whether something can be written now. Where not, the stream is told through {@link EventStream#poke} once it can. */
    boolean ready();

    /** Writes; only where it is ready. */
    void write(byte[] bytes) throws IOException;

    /** Sends what was written; only where it is ready. */
    void flush() throws IOException;

    /** Ends the answer. */
    void end();
}
