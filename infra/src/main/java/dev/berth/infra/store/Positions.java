package dev.berth.infra.store;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.TrackingToken;
import org.jspecify.annotations.Nullable;

/** Arithmetic of tokens: a position, and the lower positions that may still be filled. */
final class Positions {
    /** Before the first event. */
    static final GapAwareTrackingToken START = GapAwareTrackingToken.newInstance(0, List.of());

    private Positions() {}

    /** This token as one of ours. */
    static GapAwareTrackingToken of(@Nullable TrackingToken token) {
        return switch (token) {
            case null -> START;
            case GapAwareTrackingToken position -> position;
            default -> throw new IllegalArgumentException("A token of this store is expected, not " + token.getClass());
        };
    }

    /** The token after an event at {@code index}; what is missing up to {@code settled} never comes. */
    static GapAwareTrackingToken after(GapAwareTrackingToken token, long index, long settled) {
        long keepFrom = Math.min(settled + 1, index);
        long offset = Math.max(index, token.getIndex()) - keepFrom;
        return token.advanceTo(index, (int) Math.min(Integer.MAX_VALUE, offset));
    }

    /** The token without the gaps that a reading after {@code settled} was known has not filled. */
    static GapAwareTrackingToken settle(GapAwareTrackingToken token, long settled) {
        return token.withGapsTruncatedAt(settled + 1);
    }

    /** Whether the event at this index was delivered before this token. */
    static boolean seen(GapAwareTrackingToken token, long index) {
        return index <= token.getIndex() && !token.getGaps().contains(index);
    }

    /** The token at the newest of these indexes, which are all there are beyond {@code settled}. */
    static GapAwareTrackingToken head(List<Long> indexes, long settled) {
        if (indexes.isEmpty()) {
            return GapAwareTrackingToken.newInstance(settled, List.of());
        }
        long last = indexes.getLast();
        SortedSet<Long> gaps = new TreeSet<>();
        LongStream.range(settled + 1, last).forEach(gaps::add);
        indexes.forEach(gaps::remove);
        return GapAwareTrackingToken.newInstance(last, gaps);
    }
}
