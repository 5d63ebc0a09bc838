package dev.berth.command.pool;

import dev.berth.api.pool.UpdatePool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** With which account, in which region and on which network a provider pool has things made. */
record ProviderSide(
        @Nullable String accountId,
        @Nullable String region,
        @Nullable String networkId) {
    /** What it is once the command is done: what that leaves out stays. */
    ProviderSide after(UpdatePool command) {
        return new ProviderSide(
                command.accountId() == null ? accountId : command.accountId(),
                command.region() == null ? region : command.region(),
                command.networkId() == null ? networkId : command.networkId());
    }

    /** Whether something that this has set is set otherwise there. */
    boolean isReplacedBy(ProviderSide other) {
        return (accountId != null && !accountId.equals(other.accountId))
                || (region != null && !region.equals(other.region))
                || (networkId != null && !Objects.equals(networkId, other.networkId));
    }
}
