package dev.berth.command.instance;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Problem;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceAddressed;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceDuplicateFound;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.Placement;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * One machine of a tenant.
 *
 * <p>Owns: what is wanted of it, what was seen of it, and what it holds (charge, room, address). Does not own: the sums
 * of charges, rooms and addresses; those are in the streams of quota, host and range, which change in the same unit of
 * work. Invariants: it is charged from its creation to its deletion, and gives everything back in the unit of work of
 * {@code instance.deleted}; after that nothing changes any more. On failure: an outcome that is older than the last one,
 * or that answers to something no longer wanted, is ignored; the reconciler takes the next step.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Instance {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    String tenantId = "";
    String createdBy = "";
    String poolId = "";
    String quotaId = "";
    String requestHmac = "";
    Placement placement = Placement.HOSTED;

    @Nullable
    String projectId;

    String flavor = "";
    MachineShape shape = MachineShape.NOTHING;
    String imageId = "";
    boolean imageVerified;
    DesiredState desired = DesiredState.RUNNING;
    InstanceState state = InstanceState.SCHEDULING;

    @Nullable
    String nodeId;

    @Nullable
    Lease lease;

    String unschedulableReason = "";
    /** Failures in a row of what is wanted now. */
    int failures;

    String lastFailure = "";

    /** Whether its host has not answered since it was last heard of, or since something else is wanted. */
    boolean unanswered;

    /** Whether it is in error since its host has no machine of it any more. */
    boolean machineGone;

    /** What it has at a provider; empty in a hosted pool. */
    ProviderSide provider = new ProviderSide();

    /** Whether something else was wanted of its machine since it was last seen. */
    boolean unsure;
    /** The number of events so far; the sequence of the last one is one less. */
    long revision;
    /** The revision at which what is wanted last changed: outcomes of steps that began before it are void. */
    long wantedSince;
    /** The greatest fencing number of which an outcome was taken. */
    long fence;

    Instance() {}

    static Instance create(InstanceCreated created, MetaData meta) {
        Instance instance = new Instance();
        apply(created, meta);
        return instance;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** Whether it is this tenant's. */
    public boolean belongsTo(String tenant) {
        return tenantId.equals(tenant);
    }

    /** Whether a provider makes its machine. */
    public boolean ofProvider() {
        return placement == Placement.PROVIDER;
    }

    /** Whether its machine is made with this account in this region. */
    public boolean isAt(String accountId, String region) {
        return provider.accountId.equals(accountId) && provider.region.equals(region);
    }

    /** Whether its machine is in this network. */
    public boolean isIn(@Nullable String networkId) {
        return networkId != null && networkId.equals(provider.networkId);
    }

    /** Nothing new is done with it once it is to be deleted. */
    public Optional<Problem> endingProblem() {
        return InstanceRules.notBeingDeleted(this);
    }

    boolean placed() {
        return nodeId != null;
    }

    /** Whether a host, or a provider as far as we know, has or makes its machine. */
    public boolean hasMachine() {
        return nodeId != null || provider.machineId != null;
    }

    /** The host that it holds room on; asked only where {@link #placed}. */
    String host() {
        if (nodeId == null) {
            throw new IllegalStateException("The instance holds no host");
        }
        return nodeId;
    }

    void schedule(String node, MetaData meta) {
        apply(new InstanceScheduled(id, tenantId, node), meta);
    }

    void unschedulable(String reason, String message, MetaData meta) {
        if (!reason.equals(unschedulableReason)) {
            apply(new InstanceUnschedulable(id, tenantId, reason, message), meta);
        }
    }

    void assign(InstanceAssigned assigned, MetaData meta) {
        apply(assigned, meta);
    }

    void starting(boolean recreate, MetaData meta) {
        apply(new InstanceStarting(id, tenantId, recreate, hasMachine()), meta);
    }

    /** Wanted running, on a machine that the provider is asked for anew. */
    void requestAnew(boolean recreate, MetaData meta) {
        apply(new InstanceStarting(id, tenantId, recreate, false), meta);
    }

    void createBegun(String sentName, long byFence) {
        apply(new InstanceCreateBegun(id, tenantId, sentName, byFence));
    }

    void provisioning(String machineId) {
        apply(new InstanceProvisioning(id, tenantId, machineId));
    }

    void addressed(List<Address> addresses) {
        if (!addresses.equals(provider.addresses)) {
            apply(new InstanceAddressed(id, tenantId, addresses));
        }
    }

    void duplicate(String keptId, String otherId, boolean removed) {
        if (!provider.knowsDuplicate(otherId, removed)) {
            apply(new InstanceDuplicateFound(id, tenantId, keptId, otherId, removed));
        }
    }

    /** A volume is wanted on it from now on. */
    public void link(String volumeId, MetaData meta) {
        apply(new InstanceVolumeLinked(id, tenantId, volumeId), meta);
    }

    /** A volume is wanted on it no more. */
    public void unlink(String volumeId, MetaData meta) {
        if (provider.volumes.contains(volumeId)) {
            apply(new InstanceVolumeUnlinked(id, tenantId, volumeId), meta);
        }
    }

    void doom(String volumeId, String providerVolumeId, MetaData meta) {
        apply(new InstanceVolumeDoomed(id, tenantId, volumeId, providerVolumeId), meta);
    }

    void stopping(MetaData meta) {
        apply(new InstanceStopping(id, tenantId), meta);
    }

    void resize(String newFlavor, MachineShape newShape, MetaData meta) {
        apply(new InstanceResized(id, tenantId, flavor, shape, newFlavor, newShape), meta);
    }

    void deleting(String by, MetaData meta) {
        apply(new InstanceDeleting(id, tenantId, by), meta);
    }

    void deleted(long byFence) {
        apply(new InstanceDeleted(id, tenantId, byFence));
    }

    void running(long byFence) {
        apply(new InstanceRunning(id, tenantId, byFence));
    }

    void stopped(long byFence) {
        apply(new InstanceStopped(id, tenantId, byFence));
    }

    void lost(String reason, String message, boolean hostGone) {
        apply(new InstanceLost(id, tenantId, reason, message, hostGone));
    }

    void stepFailed(Operation operation, String reason, String message, long byFence) {
        apply(new InstanceStepFailed(id, tenantId, operation, reason, message, failures + 1, byFence));
    }

    void stepUnanswered(Operation operation, String reason, String message, long byFence) {
        apply(new InstanceStepUnanswered(id, tenantId, operation, reason, message, byFence));
    }

    void errored(Operation operation, String reason, String message, long byFence) {
        apply(new InstanceErrored(id, tenantId, operation, reason, message, byFence));
    }

    @EventSourcingHandler
    void on(InstanceEvent event) {
        revision++;
        provider.on(event);
        switch (event) {
            case InstanceCreated created -> created(created);
            case InstanceScheduled scheduled -> {
                nodeId = scheduled.nodeId();
                state = InstanceState.PROVISIONING;
                unschedulableReason = "";
                wanted();
            }
            case InstanceUnschedulable unschedulable -> unschedulableReason = unschedulable.reason();
            case InstanceStarting starting -> {
                desired = DesiredState.RUNNING;
                state = started(starting);
                unsure = true;
                wanted();
            }
            case InstanceStopping stopping -> {
                desired = DesiredState.STOPPED;
                unsure = true;
                wanted();
            }
            case InstanceRunning running -> seen(InstanceState.RUNNING, running.fence());
            case InstanceStopped stopped -> seen(InstanceState.STOPPED, stopped.fence());
            case InstanceResized resized -> {
                flavor = resized.flavor();
                shape = resized.shape();
                wanted();
            }
            case InstanceStepFailed failed -> {
                failures = failed.attempt();
                lastFailure = failed.reason();
                unanswered = false;
                fence = Math.max(fence, failed.fence());
            }
            case InstanceStepUnanswered silent -> {
                // The next failure is shown again, of whatever reason.
                lastFailure = "";
                unanswered = true;
                fence = Math.max(fence, silent.fence());
            }
            case InstanceErrored errored -> {
                state = InstanceState.ERROR;
                machineGone = errored.reason().equals(InstanceRules.NO_MACHINE);
                unanswered = false;
                fence = Math.max(fence, errored.fence());
            }
            case InstanceLost lost -> {
                state = InstanceState.LOST;
                if (lost.hostGone()) {
                    nodeId = null;
                }
                wanted();
            }
            case InstanceDeleting deleting -> {
                desired = DesiredState.DELETED;
                state = InstanceState.DELETING;
                wanted();
            }
            case InstanceDeleted deleted -> state = InstanceState.DELETED;
            case InstanceProvisioning provisioning -> {
                if (state == InstanceState.SCHEDULING) {
                    state = InstanceState.PROVISIONING;
                }
            }
            case InstanceAssigned assigned -> {}
            case InstanceCreateBegun begun -> {}
            case InstanceAddressed addressed -> {}
            case InstanceDuplicateFound duplicate -> {}
            case InstanceVolumeLinked linked -> {}
            case InstanceVolumeUnlinked unlinked -> {}
            case InstanceVolumeDoomed doomed -> {}
        }
    }

    private void created(InstanceCreated created) {
        id = created.instanceId();
        tenantId = created.tenantId();
        createdBy = created.createdBy();
        poolId = created.poolId();
        quotaId = created.quotaId();
        requestHmac = created.requestHmac();
        placement = created.placement();
        projectId = created.projectId();
        flavor = created.flavor();
        shape = created.shape();
        imageId = created.imageId();
        imageVerified = created.imageVerified();
        desired = created.desiredState();
        lease = created.lease();
        wanted();
    }

    private InstanceState started(InstanceStarting starting) {
        if (!starting.placed()) {
            return InstanceState.SCHEDULING;
        }
        return switch (state) {
            case STOPPED, ERROR, LOST -> InstanceState.STARTING;
            default -> state;
        };
    }

    private void seen(InstanceState seen, long byFence) {
        state = seen;
        unsure = false;
        failures = 0;
        lastFailure = "";
        unanswered = false;
        fence = Math.max(fence, byFence);
    }

    private void wanted() {
        wantedSince = revision;
        failures = 0;
        lastFailure = "";
        unanswered = false;
    }
}
