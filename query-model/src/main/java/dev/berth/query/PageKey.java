package dev.berth.query;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Where a resource stands in a list: by its creation, ties by its id.
 *
 * @param id the id of its row, compared byte by byte
 */
public record PageKey(Instant createdAt, String id) {
    /** The key as a cursor, which says nothing that the row itself would not. */
    public String cursor() {
        return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, createdAt), Character.MAX_RADIX) + '.' + id;
    }

    /** The key of a cursor; empty where the text is none. */
    public static Optional<PageKey> parse(String cursor) {
        int dot = cursor.indexOf('.');
        if (dot < 1 || dot == cursor.length() - 1) {
            return Optional.empty();
        }
        try {
            long micros = Long.parseLong(cursor.substring(0, dot), Character.MAX_RADIX);
            if (Math.abs(micros) > 250_000_000_000_000_000L) {
                return Optional.empty();
            }
            return Optional.of(new PageKey(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), cursor.substring(dot + 1)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
