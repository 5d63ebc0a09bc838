package dev.berth.infra.feed;

import dev.berth.api.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscriber's stream.
 *
 * <p>Owns: how far it has come, and what is written to its sink. Does not own: a thread; it works on one only while there
 * is something to send and room to send it. Invariants: in order, nothing passed over; at most one part of
 * {@value #PART_BYTES} bytes or {@value #AT_ONCE} events of it is in memory; nothing is sent once access was refused. On
 * failure: a lost database is waited for; a lost client ends it.
 */
public final class EventStream {
    static final int AT_ONCE = 200;
    static final int PART_BYTES = 131_072;

    private static final Logger log = LoggerFactory.getLogger(EventStream.class);
    private static final int PARTS_IN_A_ROW = 4;
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final String tenantId;
    private final Set<String> types;
    private final StreamAccess access;
    private final FeedReader reader;
    private final Executor executor;
    private final Runnable gone;
    private final AtomicInteger pokes = new AtomicInteger();
    private @Nullable StreamSink sink;
    private long position;
    private byte @Nullable [] first;
    private byte @Nullable [] last;
    private boolean unsent;
    private boolean ended;
    private volatile boolean heartbeatDue;
    private volatile boolean over;
    private volatile @Nullable Problem ending;
    private volatile long movedAt = System.nanoTime();
    private volatile boolean blocked;

    EventStream(
            String tenantId,
            Set<String> types,
            long after,
            byte[] first,
            StreamAccess access,
            FeedReader reader,
            Executor executor,
            Runnable gone) {
        this.tenantId = tenantId;
        this.types = types;
        this.position = after;
        this.first = first;
        this.access = access;
        this.reader = reader;
        this.executor = executor;
        this.gone = gone;
    }

    String tenantId() {
        return tenantId;
    }

    StreamAccess access() {
        return access;
    }

    /** Gives it somewhere to write to; once, before it is first poked. */
    public void writeTo(StreamSink to) {
        sink = to;
    }

    /** There may be something to send, or room to send it. */
    public void poke() {
        if (pokes.getAndIncrement() == 0) {
            submit();
        }
    }

    private void submit() {
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException e) {
            closed();
        }
    }

    /** Ends it with a last word to its client. */
    void end(Problem why) {
        if (ending == null) {
            ending = why;
            poke();
        }
    }

    /** The client is gone, or the answer is complete: nothing is written any more. */
    public void closed() {
        if (!over) {
            over = true;
            gone.run();
        }
    }

    /** Ends it without a word, as far as that is possible: its client takes nothing. */
    void abandon() {
        StreamSink to = sink;
        closed();
        if (to != null) {
            to.end();
        }
    }

    /** For how long nothing has been written, in nanoseconds. */
    long silentFor(long now) {
        return now - movedAt;
    }

    /** Whether the client does not take what was sent. */
    boolean blocked() {
        return blocked;
    }

    void heartbeat() {
        heartbeatDue = true;
        poke();
    }

    private void work() {
        int seen = pokes.get();
        boolean more = true;
        try {
            for (int i = 0; i < PARTS_IN_A_ROW && more; i++) {
                more = part();
            }
        } catch (IOException e) {
            // The container tells its listener, which ends the answer.
            closed();
            more = false;
        } catch (RuntimeException e) {
            if (!over) {
                log.atWarn()
                        .addKeyValue("reason", String.valueOf(e.getMessage()))
                        .log("A stream can't go on for now");
            }
            more = false;
        }
        if (more || pokes.addAndGet(-seen) > 0) {
            // The others get their turn first.
            submit();
        }
    }

    /** Writes one part; whether there may be more at once. */
    private boolean part() throws IOException {
        StreamSink to = sink;
        if (over || ended || to == null) {
            return false;
        }
        if (!to.ready()) {
            blocked = true;
            return false;
        }
        blocked = false;
        byte[] part = next();
        if (part != null) {
            to.write(part);
            unsent = true;
            movedAt = System.nanoTime();
            return true;
        }
        if (unsent) {
            unsent = false;
            to.flush();
            return true;
        }
        if (last != null) {
            ended = true;
            to.end();
        }
        return false;
    }

    private byte @Nullable [] next() {
        if (first != null) {
            byte[] greeting = first;
            first = null;
            return greeting;
        }
        if (last != null) {
            return null;
        }
        Problem why = ending;
        StreamAccess.Answer answer = access.now();
        if (why == null && answer.refusal() != null) {
            why = answer.refusal();
        }
        if (why != null) {
            last = EventStreams.lastWord(why);
            return last;
        }
        byte[] events = answer.known() ? events() : null;
        if (events == null && heartbeatDue) {
            heartbeatDue = false;
            return HEARTBEAT;
        }
        return events;
    }

    private byte @Nullable [] events() {
        FeedReader.Batch batch = reader.after(tenantId, types, position, AT_ONCE);
        if (batch.events().isEmpty()) {
            position = batch.to();
            return null;
        }
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        for (FeedEvent event : batch.events()) {
            part.writeBytes(event.frame());
            position = event.position();
            if (part.size() >= PART_BYTES) {
                return part.toByteArray();
            }
        }
        position = batch.to();
        heartbeatDue = false;
        return part.toByteArray();
    }
}
