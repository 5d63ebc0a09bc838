package dev.berth.infra.store;

import dev.berth.api.Ids;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.axonframework.common.IdentifierFactory;

/**
 * Ids of messages, sorted by time. They need to be unique, not unguessable, so their random bits come from a generator
 * of the thread's own: Axon's come from one that all threads wait for.
 */
public final class TimeOrderedIdentifiers extends IdentifierFactory {
    @Override
    public String generateIdentifier() {
        return Ids.Seed.of(Instant.now(), ThreadLocalRandom.current()).id("msg");
    }
}
