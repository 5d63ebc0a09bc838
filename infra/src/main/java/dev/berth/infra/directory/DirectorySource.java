package dev.berth.infra.directory;

import dev.berth.query.Delivered;
import java.util.List;
import java.util.function.Consumer;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Where the directories come from: the read tables as they are at one moment, and the events from there on. */
public interface DirectorySource {
    /**
     * Shows the read tables as they were at one moment.
     *
     * @param tables reads what it needs; each call of {@code load} sees the same moment
     * @return a position up to which the tables had taken in every event; null for the beginning
     */
    @Nullable
    TrackingToken load(Consumer<DSLContext> tables);

    /** The events after that position, or all of them. To be closed by the caller. */
    BlockingStream<TrackedEventMessage<?>> open(@Nullable TrackingToken after);

    /** All events of one stream, from the first on. */
    List<Delivered> stream(String streamId);
}
