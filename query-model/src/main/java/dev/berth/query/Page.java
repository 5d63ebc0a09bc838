package dev.berth.query;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items  at most as many as were asked for; fewer, or none, where policies hide most of what was examined
 * @param cursor where the next page begins; null on the last one
 */
public record Page<V>(List<V> items, @Nullable String cursor) {
    /** The same page of other items. */
    public <T> Page<T> map(Function<? super V, ? extends T> change) {
        return new Page<>(items.stream().<T>map(change).toList(), cursor);
    }
}
