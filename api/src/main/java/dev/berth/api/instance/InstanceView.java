package dev.berth.api.instance;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An instance as it is shown. A deleted one shows node and addresses as they last were. */
public record InstanceView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        @Nullable String projectId,
        String poolId,
        Placement placement,
        String flavor,
        int vcpu,
        int memoryGiB,
        int diskGiB,
        int gpus,
        String imageId,
        boolean imageVerified,
        List<String> sshKeys,
        DesiredState desiredState,
        InstanceState state,
        List<Condition> conditions,
        @Nullable String nodeId,
        @Nullable String providerMachineId,
        @Nullable String region,
        List<Address> addresses,
        @Nullable Instant deletedAt) {}
