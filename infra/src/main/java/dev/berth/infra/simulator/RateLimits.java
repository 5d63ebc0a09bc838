package dev.berth.infra.simulator;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts requests per token, over the last minute and the last hour. In memory alone.
 *
 * <p>Where no limit is set nothing is ever used up, and the headers say so.
 */
final class RateLimits {

    private static final int USUAL_PER_HOUR = 5000;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 3_600_000;

    private final Map<String, ArrayDeque<Long>> requests = new HashMap<>();

    /**
     * What one request is told.
     *
     * @param reset when the oldest request that counts does not any more, in seconds since 1970
     * @param retryAfterSeconds for a request over the limit of a minute, otherwise 0
     */
    record Verdict(boolean allowed, int limit, int remaining, long reset, long retryAfterSeconds) {}

    /** What a request without a valid token is told. */
    static Verdict uncounted(Settings settings, long now) {
        int limit = limit(settings);
        return new Verdict(true, limit, limit, (now + HOUR) / 1000, 0);
    }

    private static int limit(Settings settings) {
        return settings.perHour() == null ? USUAL_PER_HOUR : settings.perHour();
    }

    /** Counts a request, unless it is over a limit. */
    synchronized Verdict request(String token, Settings settings, long now) {
        if (settings.perHour() == null && settings.perMinute() == null) {
            requests.remove(token);
            return uncounted(settings, now);
        }
        ArrayDeque<Long> times = requests.computeIfAbsent(token, key -> new ArrayDeque<>());
        while (!times.isEmpty() && times.peekFirst() <= now - HOUR) {
            times.removeFirst();
        }
        int limit = limit(settings);
        Long first = times.peekFirst();
        long reset = ((first == null ? now : first) + HOUR + 999) / 1000;
        if (settings.perHour() != null && times.size() >= limit) {
            return new Verdict(false, limit, 0, reset, 0);
        }
        if (settings.perMinute() != null) {
            long[] lastMinute = times.stream()
                    .filter(time -> time > now - MINUTE)
                    .mapToLong(Long::longValue)
                    .toArray();
            if (lastMinute.length >= settings.perMinute()) {
                long free = lastMinute.length == 0 ? now + MINUTE : lastMinute[0] + MINUTE;
                return new Verdict(false, limit, 0, reset, Math.max(1, (free - now + 999) / 1000));
            }
        }
        times.addLast(now);
        return new Verdict(true, limit, Math.max(0, limit - times.size()), reset, 0);
    }
}
