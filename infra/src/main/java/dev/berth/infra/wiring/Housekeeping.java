package dev.berth.infra.wiring;

import dev.berth.infra.userdata.UserDataKeys;
import dev.berth.query.projection.DeadLetters;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * What has to be looked at now and then: dead letters are tried again, since what they failed for may have passed or been
 * repaired, and keys whose instance was not admitted after all are destroyed.
 *
 * <p>Owns: its thread. Does not own: how either is done. Invariants: one round at a time. On failure: the next round.
 */
@Component
final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final int AT_ONCE = 1_000;
    private static final Duration ORPHANED = Duration.ofHours(1);

    private final DeadLetters letters;
    private final UserDataKeys keys;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("housekeeping").daemon(true).factory());

    /** @param every the pause between two rounds, and before the first one */
    Housekeeping(DeadLetters letters, UserDataKeys keys, @Value("${berth.housekeeping:5m}") Duration every) {
        this.letters = letters;
        this.keys = keys;
        thread.scheduleWithFixedDelay(this::round, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round() {
        try {
            for (DeadLetters.Parked parked : letters.list(AT_ONCE)) {
                if (letters.retry(parked.processingGroup(), parked.streamId())) {
                    LOG.atInfo()
                            .addKeyValue("projection", parked.processingGroup())
                            .addKeyValue("resourceId", parked.streamId())
                            .addKeyValue("letters", parked.letters())
                            .log("Dead letters were taken in");
                }
            }
            keys.sweep(ORPHANED);
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("Housekeeping failed; it comes again");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
