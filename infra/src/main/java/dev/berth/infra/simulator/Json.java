package dev.berth.infra.simulator;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds what is answered. */
final class Json {

    private static final DateTimeFormatter NANOS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);

    private Json() {}

    /** An object of names and values in turn; null is written as null. */
    static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /** Seconds, in UTC. */
    static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static @Nullable String timeOrNull(@Nullable Long millis) {
        return millis == null ? null : time(millis);
    }

    /** With nine digits of a second, as networks show theirs. */
    static String timeInNanos(long millis) {
        return NANOS.format(Instant.ofEpochMilli(millis));
    }
}
