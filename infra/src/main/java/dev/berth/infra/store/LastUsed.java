package dev.berth.infra.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds what was used last, up to a number of entries. For any thread.
 *
 * <p>Not a cache that learns which entries are used often, such as Caffeine's: once it is full it would not take in what is
 * new, and an aggregate that was begun a moment ago is the one that is needed next.
 */
final class LastUsed<V> {
    private final Map<String, V> entries;

    LastUsed(int most) {
        this.entries = new LinkedHashMap<>(64, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > most;
            }
        };
    }

    synchronized @Nullable V get(String key) {
        return entries.get(key);
    }

    synchronized void put(String key, V value) {
        entries.put(key, value);
    }

    synchronized void remove(String key) {
        entries.remove(key);
    }

    synchronized void clear() {
        entries.clear();
    }
}
