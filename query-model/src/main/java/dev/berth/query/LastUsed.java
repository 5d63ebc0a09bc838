package dev.berth.query;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds what was used last, up to a number of entries. For any thread.
 *
 * <p>Not a cache that learns which entries are used often, such as Caffeine's: once it is full it would not take in what is
 * new, and an aggregate that was begun a moment ago is the one that is needed next.
 */
public final class LastUsed<V> {
    private final Map<String, V> entries;

    /** @param most how many entries it holds, at least 1 */
    public LastUsed(int most) {
        this.entries = new LinkedHashMap<>(64, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > most;
            }
        };
    }

    /** The value of this key, which is then the one used last. */
    public synchronized @Nullable V get(String key) {
        return entries.get(key);
    }

    /** Holds the value; whatever was not used for longest makes room. */
    public synchronized void put(String key, V value) {
        entries.put(key, value);
    }

    /** Takes the value of this key out, and answers it. */
    public synchronized @Nullable V remove(String key) {
        return entries.remove(key);
    }

    /** Takes everything out. */
    public synchronized void clear() {
        entries.clear();
    }
}
