package dev.berth.api.pool;

import dev.berth.api.Default;
import dev.berth.api.quota.Quotas;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Limits of a pool's quota; a resource left out has the limit 0.
 */
public record QuotaLimits(
        @Default("0") @Min(0) @Max(1000000000) long vcpu,
        @Default("0") @Min(0) @Max(1000000000) long memoryGiB,
        @Default("0") @Min(0) @Max(1000000000) long gpus,
        @Default("0") @Min(0) @Max(1000000000) long diskGiB) {
    /** The same as amounts. */
    public Quotas amounts() {
        return new Quotas(vcpu, memoryGiB, gpus, diskGiB);
    }
}
