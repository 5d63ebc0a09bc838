package dev.berth.infra.store;

import dev.berth.api.EventTypes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.ReplayToken;
import org.axonframework.eventhandling.tokenstore.ConfigToken;
import org.axonframework.messaging.MetaData;
import org.jspecify.annotations.Nullable;

/**
 * Every type that is stored, under its stable name and revision: the events, and what is added here. States of
 * aggregates and sagas have no revision that is counted by hand: theirs is a digest of their shape.
 */
public final class StoredTypes {
    private final Map<String, Entry> byName = new ConcurrentHashMap<>();
    private final Map<Class<?>, Entry> byType = new ConcurrentHashMap<>();

    /**
     * One of them.
     *
     * @param cache whether it can be made again from events, so that another revision of it is no error
     */
    record Entry(String name, String revision, Class<?> type, boolean cache) {}

    /** The events, and what Axon itself stores. */
    public StoredTypes() {
        EventTypes.all().forEach(type -> add(new Entry(EventTypes.name(type), EventTypes.revision(type), type, false)));
        add(new Entry("metadata", "1", MetaData.class, false));
        add(new Entry("token.position", "1", GapAwareTrackingToken.class, false));
        add(new Entry("token.merged", "1", MergedTrackingToken.class, false));
        add(new Entry("token.replay", "1", ReplayToken.class, false));
        add(new Entry("token.config", "1", ConfigToken.class, false));
    }

    /**
     * Adds the state of an aggregate or a saga, which is only a cache of its stream.
     *
     * @param name stable, such as {@code quota.state}
     * @throws IllegalStateException if the name or the type is there already, as something else
     */
    public StoredTypes state(String name, Class<?> type) {
        return add(new Entry(name, Shapes.digest(type), type, true));
    }

    /** Adds anything else under a name and a revision. */
    public StoredTypes add(String name, String revision, Class<?> type) {
        return add(new Entry(name, revision, type, false));
    }

    private StoredTypes add(Entry entry) {
        Entry before = byName.putIfAbsent(entry.name(), entry);
        Entry same = byType.putIfAbsent(entry.type(), entry);
        if ((before != null && !before.equals(entry)) || (same != null && !same.equals(entry))) {
            throw new IllegalStateException("Two stored types share a name, or one has two: " + entry + ", "
                    + (before != null ? before : same));
        }
        return this;
    }

    /** What is stored under this name. */
    @Nullable
    Entry named(String name) {
        return byName.get(name);
    }

    /**
     * The entry of this type.
     *
     * @throws IllegalArgumentException if it has none
     */
    Entry of(Class<?> type) {
        Entry entry = byType.get(type);
        if (entry == null) {
            throw new IllegalArgumentException(type.getName() + " has no stable name and can't be stored");
        }
        return Objects.requireNonNull(entry);
    }
}
