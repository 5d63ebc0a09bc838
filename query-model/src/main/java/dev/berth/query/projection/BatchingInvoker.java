package dev.berth.query.projection;

import dev.berth.api.DomainEvent;
import dev.berth.query.Delivered;
import dev.berth.query.EventMeta;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventHandlerInvoker;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.Segment;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.messaging.deadletter.GenericDeadLetter;
import org.axonframework.messaging.deadletter.SequencedDeadLetterQueue;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.jooq.DSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the events of a streaming processor to a projection, a whole batch at once.
 *
 * <p>Owns: the batch, the savepoints in the processor's transaction, and which events go to the dead letters. Does not
 * own: the transaction and the token, which are the processor's; so rows, token and dead letters are committed together.
 * Invariants: events of a stream are taken in in their order; those that follow a dead letter of their stream follow it
 * into the queue. On failure: a batch that fails is taken back to a savepoint and replayed event by event, and only an
 * event that fails alone, for a reason that can't pass, becomes a dead letter; everything else fails the batch, which the
 * processor then retries (its error handler must propagate).
 */
public final class BatchingInvoker implements EventHandlerInvoker {
    private static final Logger LOG = LoggerFactory.getLogger(BatchingInvoker.class);

    private final Projection projection;
    private final DSLContext sql;
    private final SequencedDeadLetterQueue<EventMessage<?>> deadLetters;
    private final ReaderProgress progress;
    private final String batchKey;

    /**
     * Segments of which it was seen that their streams have no dead letters. Nobody but the one who has claimed a segment
     * puts any aside for it, so this holds until the segment is given back, or something goes wrong.
     */
    private final Set<Integer> withoutLetters = ConcurrentHashMap.newKeySet();

    /**
     * @param sql         runs its statements in the transaction that the processor has open on the thread
     * @param deadLetters writes in that transaction, too; its processing group is the projection's name
     * @param progress    is told after the commit
     */
    public BatchingInvoker(
            Projection projection,
            DSLContext sql,
            SequencedDeadLetterQueue<EventMessage<?>> deadLetters,
            ReaderProgress progress) {
        this.projection = projection;
        this.sql = sql;
        this.deadLetters = deadLetters;
        this.progress = progress;
        this.batchKey = "berth.batch." + projection.name();
    }

    /** An event with the message that brought it, which is what a dead letter keeps. */
    private record Letter(Delivered delivered, EventMessage<?> message) {
        String streamId() {
            return delivered.streamId();
        }
    }

    /** How far the streams of a batch came. */
    private record Reached(Map<String, Long> applied, Map<String, Long> putAside) {
        Reached() {
            this(new HashMap<>(), new HashMap<>());
        }

        void clear() {
            applied.clear();
            putAside.clear();
        }
    }

    /** All domain events, also those that are not shown, so that nobody waits for these in vain. */
    @Override
    public boolean canHandle(EventMessage<?> message, Segment segment) {
        return DomainEvent.class.isAssignableFrom(message.getPayloadType())
                && message instanceof DomainEventMessage<?> event
                && segment.matches(event.getAggregateIdentifier());
    }

    @Override
    public boolean canHandleType(Class<?> payloadType) {
        return DomainEvent.class.isAssignableFrom(payloadType);
    }

    /** Only notes the event: the batch is taken in when its unit of work is about to commit. */
    @Override
    public void handle(EventMessage<?> message, Segment segment) {
        UnitOfWork<?> unitOfWork = CurrentUnitOfWork.get().root();
        List<Letter> batch = unitOfWork.getResource(batchKey);
        if (batch == null) {
            List<Letter> begun = new ArrayList<>();
            Reached reached = new Reached();
            unitOfWork.resources().put(batchKey, begun);
            unitOfWork.onPrepareCommit(committing -> takeIn(begun, reached, segment.getSegmentId()));
            unitOfWork.afterCommit(committed -> tell(reached));
            unitOfWork.onRollback(failed -> segmentReleased(segment));
            batch = begun;
        }
        batch.add(new Letter(delivered(message), message));
    }

    @Override
    public void segmentReleased(Segment segment) {
        withoutLetters.remove(segment.getSegmentId());
    }

    /** An event message as a projection sees it. */
    public static Delivered delivered(EventMessage<?> message) {
        if (!(message instanceof DomainEventMessage<?> event)) {
            throw new IllegalArgumentException("A projection reads the events of streams only");
        }
        long position = message instanceof TrackedEventMessage<?> tracked && tracked.trackingToken() != null
                ? tracked.trackingToken().position().orElse(-1)
                : -1;
        return new Delivered(
                (DomainEvent) event.getPayload(),
                new EventMeta(
                        event.getTimestamp(),
                        event.getSequenceNumber(),
                        position,
                        event.getIdentifier(),
                        event.getMetaData()));
    }

    /** Axon takes back a unit of work for an exception only, not for an error. */
    private void takeIn(List<Letter> batch, Reached reached, int segment) {
        try {
            reached.clear();
            Set<String> dead = alreadyDead(batch, segment);
            List<Letter> living = new ArrayList<>(batch.size());
            for (Letter letter : batch) {
                if (dead.contains(letter.streamId())) {
                    follow(letter, reached);
                } else {
                    living.add(letter);
                }
            }
            if (!living.isEmpty()) {
                together(living, reached);
            }
            if (!reached.putAside().isEmpty()) {
                withoutLetters.remove(segment);
            }
        } catch (Error e) {
            throw new ReaderFailed("An error ended the batch", e);
        }
    }

    private void together(List<Letter> letters, Reached reached) {
        sql.execute("savepoint batch");
        try {
            projection.project(sql, letters.stream().map(Letter::delivered).toList());
            sql.execute("release savepoint batch");
            letters.forEach(letter -> applied(letter, reached));
        } catch (RuntimeException e) {
            if (Passing.canPass(e)) {
                throw Failures.withoutValues(e);
            }
            LOG.atWarn()
                    .addKeyValue("reader", projection.name())
                    .addKeyValue("events", letters.size())
                    .setCause(Failures.withoutValues(e))
                    .log("A batch of events could not be taken in and is replayed one by one");
            sql.execute("rollback to savepoint batch");
            oneByOne(letters, reached);
        }
    }

    private void oneByOne(List<Letter> letters, Reached reached) {
        Set<String> dead = new HashSet<>();
        for (Letter letter : letters) {
            if (dead.contains(letter.streamId())) {
                follow(letter, reached);
                continue;
            }
            sql.execute("savepoint event");
            try {
                projection.project(sql, List.of(letter.delivered()));
                sql.execute("release savepoint event");
                applied(letter, reached);
            } catch (RuntimeException e) {
                if (Passing.canPass(e)) {
                    throw Failures.withoutValues(e);
                }
                sql.execute("rollback to savepoint event");
                dead.add(letter.streamId());
                putAside(letter, Failures.withoutValues(e), reached);
            }
        }
    }

    /** Usually there are no dead letters at all, and one query says so. */
    private Set<String> alreadyDead(List<Letter> batch, int segment) {
        if (withoutLetters.contains(segment)) {
            return Set.of();
        }
        if (deadLetters.amountOfSequences() == 0) {
            withoutLetters.add(segment);
            return Set.of();
        }
        Set<String> streams = new HashSet<>();
        batch.forEach(letter -> streams.add(letter.streamId()));
        streams.removeIf(stream -> !deadLetters.contains(stream));
        return streams;
    }

    private void putAside(Letter letter, RuntimeException cause, Reached reached) {
        LOG.atError()
                .addKeyValue("reader", projection.name())
                .addKeyValue("stream", letter.streamId())
                .addKeyValue("event", letter.delivered().meta().eventId())
                .setCause(cause)
                .log("An event could not be taken in and was put aside as a dead letter");
        deadLetters.enqueue(
                letter.streamId(),
                new GenericDeadLetter<EventMessage<?>>(
                        letter.streamId(), letter.message(), new ReaderFailed(Failures.brief(cause))));
        reached.putAside().put(letter.streamId(), letter.delivered().meta().sequence());
    }

    private void follow(Letter letter, Reached reached) {
        deadLetters.enqueue(
                letter.streamId(), new GenericDeadLetter<EventMessage<?>>(letter.streamId(), letter.message()));
        reached.putAside().put(letter.streamId(), letter.delivered().meta().sequence());
    }

    private static void applied(Letter letter, Reached reached) {
        reached.applied().put(letter.streamId(), letter.delivered().meta().sequence());
    }

    private void tell(Reached reached) {
        reached.applied().forEach((stream, sequence) -> progress.applied(projection.name(), stream, sequence));
        reached.putAside().forEach((stream, sequence) -> progress.putAside(projection.name(), stream, sequence));
    }
}
