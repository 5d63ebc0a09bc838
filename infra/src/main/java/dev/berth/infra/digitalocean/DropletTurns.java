package dev.berth.infra.digitalocean;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One event per Droplet at a time: the API refuses a second one, of whatever kind. What was begun here is remembered until
 * it is seen to be over, so that the next one asks how it goes instead of being refused.
 */
final class DropletTurns {

    /** After which one that never ends is not waited for any more. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final Duration BETWEEN_ASKS = Duration.ofSeconds(1);

    private record Event(
            Instant since,
            @Nullable String volumeId,
            @Nullable String action) {}

    private final ConcurrentHashMap<String, Event> running = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Instant> asked = new ConcurrentHashMap<>();
    private final InstantSource clock;

    DropletTurns(InstantSource clock) {
        this.clock = clock;
    }

    /** An event of a volume (or of the Droplet itself) and its action, where known. */
    record Running(@Nullable String volumeId, @Nullable String action) {}

    /**
     * Takes the Droplet's turn, to be {@linkplain #begun told} or {@linkplain #over given back}.
     *
     * @param isOver asks the provider whether what runs is over
     */
    boolean take(String dropletId, Predicate<Running> isOver) {
        Event mine = new Event(clock.instant(), null, null);
        Event other = running.putIfAbsent(dropletId, mine);
        if (other == null) {
            return true;
        }
        boolean stuck = other.since().plus(LONGEST).isBefore(clock.instant());
        boolean over = stuck
                || (other.action() != null
                        && mayAsk(dropletId)
                        && isOver.test(new Running(other.volumeId(), other.action())));
        return over && running.replace(dropletId, other, mine);
    }

    /** Many may wait for the same Droplet; one of them asks for all, now and then. */
    private boolean mayAsk(String dropletId) {
        Instant now = clock.instant();
        Instant mine = asked.merge(
                dropletId, now, (last, next) -> last.plus(BETWEEN_ASKS).isAfter(next) ? last : next);
        return mine.equals(now);
    }

    void begun(String dropletId, @Nullable String volumeId, long action) {
        running.put(dropletId, new Event(clock.instant(), volumeId, Long.toString(action)));
    }

    void over(String dropletId) {
        running.remove(dropletId);
        asked.remove(dropletId);
    }

    /** What runs of the volume is over: it shows as it was to become. */
    void overFor(String volumeId) {
        running.entrySet().removeIf(it -> volumeId.equals(it.getValue().volumeId()));
    }

    Optional<String> actionOf(String dropletId) {
        return Optional.ofNullable(running.get(dropletId)).map(Event::action);
    }
}
