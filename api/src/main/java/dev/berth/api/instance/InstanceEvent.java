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
