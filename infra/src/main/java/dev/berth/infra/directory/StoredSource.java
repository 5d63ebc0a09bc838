package dev.berth.infra.directory;

import dev.berth.api.DomainEvent;
import dev.berth.query.Delivered;
import dev.berth.query.projection.BatchingInvoker;
import dev.berth.query.projection.ViewsProjection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventhandling.WrappedToken;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.SimpleSerializedObject;
import org.jooq.DSLContext;
import org.jooq.Record2;
import org.jooq.Result;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** The read tables and the event store of the deployment's database. */
public final class StoredSource implements DirectorySource {
    private final DSLContext sql;
    private final EventStore events;
    private final Serializer tokens;

    /**
     * Reads from these.
     *
     * @param tokens has written the tokens of the readers
     */
    public StoredSource(DSLContext sql, EventStore events, Serializer tokens) {
        this.sql = sql;
        this.events = events;
        this.tokens = tokens;
    }

    @Override
    public @Nullable TrackingToken load(Consumer<DSLContext> tables) {
        return sql.transactionResult(transaction -> {
            DSLContext moment = transaction.dsl();
            moment.execute("set transaction isolation level repeatable read, read only");
            tables.accept(moment);
            return position(moment);
        });
    }

    /** Segments may have come to different places: what all of them have passed. */
    private @Nullable TrackingToken position(DSLContext moment) {
        Result<Record2<String, String>> segments = moment.select(
                        DSL.field(DSL.name("token"), SQLDataType.VARCHAR),
                        DSL.field(DSL.name("token_type"), SQLDataType.VARCHAR))
                .from(DSL.table(DSL.name("token_entry")))
                .where(DSL.field(DSL.name("processor_name"), SQLDataType.VARCHAR)
                        .eq(ViewsProjection.NAME))
                .fetch();
        TrackingToken lowest = null;
        for (Record2<String, String> segment : segments) {
            if (segment.value1() == null) {
                return null;
            }
            TrackingToken token = WrappedToken.unwrapLowerBound(tokens.deserialize(
                    new SimpleSerializedObject<>(segment.value1(), String.class, segment.value2(), null)));
            if (token == null) {
                return null;
            }
            lowest = lowest == null ? token : lowest.lowerBound(token);
        }
        return lowest;
    }

    @Override
    public BlockingStream<TrackedEventMessage<?>> open(@Nullable TrackingToken after) {
        return events.openStream(after);
    }

    @Override
    public List<Delivered> stream(String streamId) {
        // By its first sequence number: without one the stream would begin with a snapshot, which is no event.
        return events.readEvents(streamId, 0)
                .asStream()
                .<Delivered>mapMulti((message, out) -> delivered(message).ifPresent(out))
                .toList();
    }

    /** The message as readers take it in; empty for one that is none of our events. */
    static Optional<Delivered> delivered(EventMessage<?> message) {
        return message instanceof DomainEventMessage<?> && message.getPayload() instanceof DomainEvent
                ? Optional.of(BatchingInvoker.delivered(message))
                : Optional.empty();
    }
}
