package dev.berth.api.volume;

import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Admits a volume on a provider account.
 *
 * @param sizeGiB    1 to 16384, and what the provider allows
 * @param networkId  the network that a shared volume is in; none for a block volume
 * @param instanceId the instance that it is attached to once both exist
 */
public record CreateVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.PROJECT_ID) @Nullable String projectId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.VOLUME_NAME) String name,
        @Size(max = 256) @Nullable String description,
        @Pattern(regexp = Patterns.REGION) String region,
        @Min(1) @Max(16384) int sizeGiB,
        @Default("\"block\"") VolumeKind kind,
        @Pattern(regexp = Patterns.NETWORK_ID) @Nullable String networkId,
        @Nullable Filesystem filesystem,
        @Default("false") boolean deleteWithInstance,
        @Pattern(regexp = Patterns.INSTANCE_ID) @Nullable String instanceId,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey)
        implements Command {}
