package dev.berth.infra.store;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The clock from which Axon takes the time of new events: while a command is handled, the time of its decision, or the
 * time of the newest event of any stream that it has loaded where that is later; else the system's time. In whole
 * milliseconds.
 */
public final class DecisionClock extends Clock {
    private static final ThreadLocal<@Nullable Moment> CURRENT = new ThreadLocal<>();

    private static final class Moment {
        private Instant time;

        Moment(Instant time) {
            this.time = time;
        }
    }

    /** Runs {@code work} at this time. */
    static <T> T at(Instant time, Supplier<T> work) {
        Moment outer = CURRENT.get();
        CURRENT.set(new Moment(time.truncatedTo(ChronoUnit.MILLIS)));
        try {
            return work.get();
        } finally {
            CURRENT.set(outer);
        }
    }

    /** New events of the decision in progress, if there is one, are not before this time. */
    static void notBefore(Instant time) {
        Moment moment = CURRENT.get();
        if (moment != null && moment.time.isBefore(time)) {
            moment.time = time;
        }
    }

    /** The time that a new event would have now. */
    static Instant now() {
        Moment moment = CURRENT.get();
        return moment != null ? moment.time : Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Instant instant() {
        return now();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
