package dev.berth.command.instance;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.PoolView;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a create names, looked up. */
record Draft(
        PoolView pool,
        MachineShape shape,
        @Nullable String imageDigest,
        @Nullable String imageUrl,
        boolean imageVerified) {
    /** Why nothing can be admitted to this pool whatever the quota, decided after the caller was let in. */
    Optional<Problem> unusable() {
        if (pool.kind() == PoolKind.PROVIDER) {
            return Optional.of(
                    pool.accountId() == null
                            ? new Problem(
                                    ErrorCode.INVALID_STATE,
                                    "The pool has no provider account yet.",
                                    Map.of("state", pool.state().name().toLowerCase(java.util.Locale.ROOT)))
                            : Problem.unsupported(
                                    "provider", "Instances in provider pools are not served by this release."));
        }
        return Optional.empty();
    }
}
