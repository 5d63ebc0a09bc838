package dev.berth.query.projection;

import dev.berth.query.Delivered;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.messaging.deadletter.DeadLetter;
import org.axonframework.messaging.deadletter.Decisions;
import org.axonframework.messaging.deadletter.EnqueueDecision;
import org.axonframework.messaging.deadletter.SequencedDeadLetterQueue;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists and retries the events that projections could not take in.
 *
 * <p>Owns: the second try. Does not own: the queues. Invariants: a stream's letters are retried in their order, each in a
 * transaction of its own, and the first that fails stays with those behind it. On failure: the letter keeps its new cause.
 */
public final class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final Map<String, Group> groups = new ConcurrentSkipListMap<>();
    private final DSLContext sql;
    private final TransactionManager transactions;

    private record Group(Projection projection, SequencedDeadLetterQueue<EventMessage<?>> queue) {}

    /** The dead letters of one stream, of which the first one failed and the others follow it. */
    public record Parked(
            String processingGroup,
            String streamId,
            long letters,
            String eventType,
            @Nullable String cause,
            Instant since) {}

    /**
     * @param sql runs its statements in the transaction that {@code transactions} has open on the thread
     */
    public DeadLetters(DSLContext sql, TransactionManager transactions) {
        this.sql = sql;
        this.transactions = transactions;
    }

    /** Knows of this projection's dead letters from now on. To be called before anything else. */
    public void add(Projection projection, SequencedDeadLetterQueue<EventMessage<?>> queue) {
        groups.put(projection.name(), new Group(projection, queue));
    }

    /** Knows of the projection's dead letters no more: it was only for a while. */
    public void remove(Projection projection) {
        groups.remove(projection.name());
    }

    /** Whether there is such a projection. */
    public boolean knows(String processingGroup) {
        return groups.containsKey(processingGroup);
    }

    /** How many streams of each projection have dead letters. */
    public Map<String, Long> count() {
        Map<String, Long> counts = new TreeMap<>();
        groups.forEach((name, group) -> counts.put(name, group.queue().amountOfSequences()));
        return counts;
    }

    /** Every stream that has dead letters, at most {@code limit}. */
    public List<Parked> list(int limit) {
        List<Parked> parked = new ArrayList<>();
        for (Map.Entry<String, Group> group : groups.entrySet()) {
            for (Iterable<DeadLetter<? extends EventMessage<?>>> sequence :
                    group.getValue().queue().deadLetters()) {
                if (parked.size() == limit) {
                    return parked;
                }
                parked(group.getKey(), group.getValue(), sequence).ifPresent(parked::add);
            }
        }
        return parked;
    }

    private static Optional<Parked> parked(
            String name, Group group, Iterable<DeadLetter<? extends EventMessage<?>>> sequence) {
        for (DeadLetter<? extends EventMessage<?>> first : sequence) {
            String streamId = BatchingInvoker.delivered(first.message()).streamId();
            return Optional.of(new Parked(
                    name,
                    streamId,
                    group.queue().sequenceSize(streamId),
                    first.message().getPayloadType().getSimpleName(),
                    first.cause()
                            .map(cause -> cause.type() + ": " + cause.message())
                            .orElse(null),
                    first.enqueuedAt()));
        }
        return Optional.empty();
    }

    /**
     * Takes in the dead letters of a stream, in their order, as far as they can be taken in now.
     *
     * @return whether none is left
     */
    public boolean retry(String processingGroup, String streamId) {
        Group group = groups.get(processingGroup);
        if (group == null) {
            throw new IllegalArgumentException("There is no processing group " + processingGroup);
        }
        boolean went = true;
        // Events that came meanwhile stand behind them as a sequence of their own.
        while (went && group.queue().contains(streamId)) {
            went = group.queue()
                    .process(
                            letter -> BatchingInvoker.delivered(letter.message())
                                    .streamId()
                                    .equals(streamId),
                            letter -> retry(group.projection(), letter));
        }
        return went;
    }

    private EnqueueDecision<EventMessage<?>> retry(
            Projection projection, DeadLetter<? extends EventMessage<?>> letter) {
        Delivered delivered = BatchingInvoker.delivered(letter.message());
        try {
            transactions.executeInTransaction(() -> projection.project(sql, List.of(delivered)));
            return Decisions.evict();
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("reader", projection.name())
                    .addKeyValue("stream", delivered.streamId())
                    .setCause(Failures.withoutValues(e))
                    .log("A dead letter could still not be taken in");
            return Decisions.requeue(new ReaderFailed(Failures.brief(e)));
        }
    }
}
