package dev.berth.command.instance;

import dev.berth.api.instance.MachineShape;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.PoolView;
import dev.berth.api.quota.Quotas;
import org.jspecify.annotations.Nullable;

/**
 * What a create names, looked up.
 *
 * @param providerSize what a provider calls the shape: its own name where the flavor gives none
 */
record Draft(
        PoolView pool,
        MachineShape shape,
        String providerSize,
        @Nullable String imageDigest,
        @Nullable String imageUrl,
        boolean imageVerified) {
    /** Whether a provider is to make the machine. */
    boolean ofProvider() {
        return pool.kind() == PoolKind.PROVIDER;
    }

    /** What is charged for it. */
    Quotas charge() {
        return ofProvider() ? Quotas.ofProvider(shape) : Quotas.of(shape);
    }
}
