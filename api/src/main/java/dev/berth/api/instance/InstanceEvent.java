package dev.berth.api.instance;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The whole vocabulary of an instance. Each carries its tenant, so that a reader needs no other event. */
public sealed interface InstanceEvent extends DomainEvent {
    /** The instance. */
    String instanceId();

    /** Its tenant. */
    String tenantId();

    @Override
    default String streamId() {
        return instanceId();
    }

    /**
     * Admitted: charged and, in a hosted pool, with an address leased.
     *
     * @param requestHmac of the request under the deployment's key, to tell a retry from a conflict
     */
    @Stored(name = "instance.created")
    record InstanceCreated(
            String instanceId,
            String tenantId,
            String createdBy,
            String poolId,
            String quotaId,
            Placement placement,
            @Nullable String projectId,
            String flavor,
            MachineShape shape,
            String imageId,
            @Nullable String imageDigest,
            @Nullable String imageUrl,
            boolean imageVerified,
            List<String> sshKeys,
            @Nullable UserData userData,
            DesiredState desiredState,
            @Nullable Lease lease,
            String requestHmac)
            implements InstanceEvent {}

    /** Placed on a host, whose room it now holds. */
    @Stored(name = "instance.scheduled")
    record InstanceScheduled(String instanceId, String tenantId, String nodeId) implements InstanceEvent {}

    /**
     * Assigned to a provider account, which is to make its machine; follows its creation in a provider pool.
     *
     * @param networkId    the network that its machine joins, if any
     * @param providerSize the provider's name of its shape
     */
    @Stored(name = "instance.assigned")
    record InstanceAssigned(
            String instanceId,
            String tenantId,
            String accountId,
            String region,
            @Nullable String networkId,
            String providerSize)
            implements InstanceEvent {}

    /** The provider is about to be asked for its machine: from now on it may have it, until the answer is known. */
    @Stored(name = "instance.createBegun")
    record InstanceCreateBegun(String instanceId, String tenantId, String sentName, long fence)
            implements InstanceEvent {}

    /** The provider has taken the request and makes its machine. */
    @Stored(name = "instance.provisioning")
    record InstanceProvisioning(String instanceId, String tenantId, String providerMachineId)
            implements InstanceEvent {}

    /** Its machine has these addresses. */
    @Stored(name = "instance.addressed")
    record InstanceAddressed(String instanceId, String tenantId, List<Address> addresses) implements InstanceEvent {}

    /** The provider had two machines that bear its mark: {@code keptId} is its own, {@code otherId} is not. */
    @Stored(name = "instance.duplicateFound")
    record InstanceDuplicateFound(String instanceId, String tenantId, String keptId, String otherId, boolean removed)
            implements InstanceEvent {}

    /** A volume is wanted on it; the attachment itself is in the volume's stream. */
    @Stored(name = "instance.volumeLinked")
    record InstanceVolumeLinked(String instanceId, String tenantId, String volumeId) implements InstanceEvent {}

    /** A volume is wanted on it no more. */
    @Stored(name = "instance.volumeUnlinked")
    record InstanceVolumeUnlinked(String instanceId, String tenantId, String volumeId) implements InstanceEvent {}

    /** A volume goes with its machine when that is destroyed. */
    @Stored(name = "instance.volumeDoomed")
    record InstanceVolumeDoomed(String instanceId, String tenantId, String volumeId, String providerVolumeId)
            implements InstanceEvent {}

    /** No host fits; {@code reason} names the resource that lacks, or {@code NoNode}, or {@code Queued}. */
    @Stored(name = "instance.unschedulable")
    record InstanceUnschedulable(String instanceId, String tenantId, String reason, String message)
            implements InstanceEvent {}

    /**
     * Wanted running from now on.
     *
     * @param recreate whether its machine is to be made anew, since its host no longer has it
     * @param placed   whether it holds a host; without one it waits for a host again
     */
    @Stored(name = "instance.starting")
    record InstanceStarting(String instanceId, String tenantId, boolean recreate, boolean placed)
            implements InstanceEvent {}

    /** Wanted stopped from now on. */
    @Stored(name = "instance.stopping")
    record InstanceStopping(String instanceId, String tenantId) implements InstanceEvent {}

    /** Seen running. */
    @Stored(name = "instance.running")
    record InstanceRunning(String instanceId, String tenantId, long fence) implements InstanceEvent {}

    /** Seen stopped, by our doing or behind our back. */
    @Stored(name = "instance.stopped")
    record InstanceStopped(String instanceId, String tenantId, long fence) implements InstanceEvent {}

    /** Has another flavor; its machine takes the new shape at its next start. */
    @Stored(name = "instance.resized")
    record InstanceResized(
            String instanceId, String tenantId, String fromFlavor, MachineShape from, String flavor, MachineShape shape)
            implements InstanceEvent {}

    /** An operation failed and will be tried again; {@code attempt} counts from 1. */
    @Stored(name = "instance.stepFailed")
    record InstanceStepFailed(
            String instanceId,
            String tenantId,
            Operation operation,
            String reason,
            String message,
            int attempt,
            long fence)
            implements InstanceEvent {}

    /**
     * The host has not told how an operation ended, which may have been carried out: it is asked again, for as long as it
     * takes. Told once, until something else is seen or wanted; not one of the failures in a row.
     */
    @Stored(name = "instance.stepUnanswered")
    record InstanceStepUnanswered(
            String instanceId, String tenantId, Operation operation, String reason, String message, long fence)
            implements InstanceEvent {}

    /** An operation failed for good. */
    @Stored(name = "instance.error")
    record InstanceErrored(
            String instanceId, String tenantId, Operation operation, String reason, String message, long fence)
            implements InstanceEvent {}

    /**
     * Its host no longer has its machine, or does not answer.
     *
     * @param hostGone whether the host was declared gone, which has ended the allocation
     */
    @Stored(name = "instance.lost")
    record InstanceLost(String instanceId, String tenantId, String reason, String message, boolean hostGone)
            implements InstanceEvent {}

    /** To be deleted. */
    @Stored(name = "instance.deleting")
    record InstanceDeleting(String instanceId, String tenantId, String deletedBy) implements InstanceEvent {}

    /** Gone: charge, allocation and lease were released with this event. */
    @Stored(name = "instance.deleted")
    record InstanceDeleted(String instanceId, String tenantId, long fence) implements InstanceEvent {}
}
