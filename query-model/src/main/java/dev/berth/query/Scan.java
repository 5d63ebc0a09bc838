package dev.berth.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fills a page from rows that a policy may hide. What policies decide is not known to the database, so rows are read in
 * chunks by key until the page is full, but never more than {@link #EXAMINED} of them.
 */
public final class Scan {
    /** How many rows a page examines at most. */
    public static final int EXAMINED = 1_000;

    private static final int CHUNK = 200;

    private Scan() {}

    /** A row with its place in the list. */
    public record Entry<V>(PageKey key, V value) {}

    /** Reads rows in the order of the list. */
    @FunctionalInterface
    public interface Chunks<V> {
        /** The rows after a key, or the first ones; fewer than {@code atMost} only at the end of the list. */
        List<Entry<V>> read(@Nullable PageKey after, int atMost);
    }

    /**
     * A page. It has a cursor where something more can be seen, or may be seen past the rows examined.
     *
     * @param limit   how many items at most, 1 or more
     * @param allowed what may be seen
     * @param after   where the page begins, exclusive; null for the first one
     * @param cursor  the cursor of a key
     */
    public static <V> Page<V> page(
            int limit,
            Predicate<? super V> allowed,
            @Nullable PageKey after,
            Chunks<V> chunks,
            Function<PageKey, String> cursor) {
        List<V> items = new ArrayList<>();
        PageKey lastShown = after;
        PageKey lastSeen = after;
        int examined = 0;
        int wanted = Math.min(limit + 1, EXAMINED);
        while (wanted > 0) {
            List<Entry<V>> chunk = chunks.read(lastSeen, wanted);
            for (Entry<V> entry : chunk) {
                lastSeen = entry.key();
                if (!allowed.test(entry.value())) {
                    continue;
                }
                if (items.size() == limit) {
                    return new Page<>(List.copyOf(items), lastShown == null ? null : cursor.apply(lastShown));
                }
                items.add(entry.value());
                lastShown = entry.key();
            }
            if (chunk.size() < wanted) {
                return new Page<>(List.copyOf(items), null);
            }
            examined += chunk.size();
            wanted = Math.min(Math.max(limit + 1, CHUNK), EXAMINED - examined);
        }
        return new Page<>(List.copyOf(items), lastSeen == null ? null : cursor.apply(lastSeen));
    }
}
