package dev.berth.command.volume;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.Mount;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeEvent.VolumeAttached;
import dev.berth.api.volume.VolumeEvent.VolumeAttaching;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentErrored;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentLost;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentStepFailed;
import dev.berth.api.volume.VolumeEvent.VolumeCreateBegun;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeEvent.VolumeDeleted;
import dev.berth.api.volume.VolumeEvent.VolumeDeleting;
import dev.berth.api.volume.VolumeEvent.VolumeDetached;
import dev.berth.api.volume.VolumeEvent.VolumeDetaching;
import dev.berth.api.volume.VolumeEvent.VolumeDuplicateFound;
import dev.berth.api.volume.VolumeEvent.VolumeErrored;
import dev.berth.api.volume.VolumeEvent.VolumeReady;
import dev.berth.api.volume.VolumeEvent.VolumeResizeRefused;
import dev.berth.api.volume.VolumeEvent.VolumeResized;
import dev.berth.api.volume.VolumeEvent.VolumeResizing;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotAdded;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotRemoved;
import dev.berth.api.volume.VolumeEvent.VolumeStepFailed;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeObservation.Result;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.api.volume.VolumeState;
import dev.berth.command.account.Creation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * One volume of a tenant.
 *
 * <p>Owns: what is wanted of it, what was seen of it, what it holds (charge, names), and all of its attachments, of which
 * this stream is the only truth. Does not own: the sums of charges; its snapshots, of which it only counts the places.
 * Invariants: it is charged its {@code sizeGiB} from its creation to its deletion; a block volume has at most one
 * attachment; it is not deleted while it has one, but together with its machine; what a provider gave out is recorded,
 * whatever is wanted by then. On failure: an outcome that is older than the last one, or answers to something no longer
 * wanted, is ignored; the reconciler takes the next step.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Volume {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    String tenantId = "";
    String createdBy = "";
    String poolId = "";
    String quotaId = "";

    @Nullable
    String projectId;

    String name = "";
    String accountId = "";
    String region = "";
    VolumeKind kind = VolumeKind.BLOCK;

    @Nullable
    String networkId;

    @Nullable
    Filesystem filesystem;

    boolean deleteWithInstance;
    String providerName = "";
    String requestHmac = "";
    /** What it is to have, and is charged for. */
    int sizeGiB;
    /** What the provider shows; 0 before it exists. */
    int observedGiB;

    VolumeState state = VolumeState.PENDING;
    Creation creation = Creation.NONE;
    /** Whether the provider has it no more, though it had. */
    boolean missing;

    @Nullable
    String providerVolumeId;

    private @Nullable String device;
    private @Nullable Mount mount;

    /** Why it was not done last time; empty after something was. */
    String trouble = "";

    Map<String, Attachment> attachments = new TreeMap<>();
    /** Names by id of the snapshots that are not deleted. */
    Map<String, String> snapshots = new TreeMap<>();

    private Set<String> duplicates = new TreeSet<>();
    /** The number of events so far. */
    long revision;
    /** The revision at which what is wanted of the volume itself last changed. */
    long wantedSince;
    /** The greatest fencing number of which an outcome was taken. */
    long fence;

    Volume() {}

    static Volume create(VolumeCreated created, MetaData meta) {
        Volume volume = new Volume();
        apply(created, meta);
        return volume;
    }

    String id() {
        return id;
    }

    /** Whether it is this tenant's. */
    public boolean belongsTo(String tenant) {
        return tenantId.equals(tenant);
    }

    /** What a snapshot takes over from its volume. */
    public record Facts(
            String poolId,
            @Nullable String projectId,
            String accountId,
            String region,
            VolumeKind kind,
            @Nullable Filesystem filesystem) {}

    /** Asks something about what never changes of it. */
    public <R> R describe(Function<Facts, R> question) {
        return question.apply(new Facts(poolId, projectId, accountId, region, kind, filesystem));
    }

    boolean isEnding() {
        return state == VolumeState.DELETING || state == VolumeState.DELETED;
    }

    Optional<Attachment> attachment(String instanceId) {
        return Optional.ofNullable(attachments.get(instanceId));
    }

    void createBegun(String sentName, long byFence) {
        apply(new VolumeCreateBegun(id, tenantId, sentName, byFence));
    }

    void ready(Result.Made made, long byFence) {
        apply(new VolumeReady(
                id, tenantId, made.providerVolumeId(), made.sizeGiB(), made.device(), made.mount(), byFence));
    }

    /** As the provider showed it before, with this size. */
    Result.Made asMade(int seenGiB) {
        return new Result.Made(String.valueOf(providerVolumeId), seenGiB, device, mount);
    }

    void stepFailed(VolumeOperation operation, ProviderFailure failure, long byFence) {
        apply(new VolumeStepFailed(id, tenantId, operation, failure, byFence));
    }

    void errored(String reason, String message, long byFence) {
        apply(new VolumeErrored(id, tenantId, reason, message, byFence));
    }

    void resizing(int toGiB, MetaData meta) {
        apply(new VolumeResizing(id, tenantId, sizeGiB, toGiB), meta);
    }

    void resized(int seenGiB, long byFence) {
        apply(new VolumeResized(id, tenantId, observedGiB, seenGiB, byFence));
    }

    void resizeRefused(ProviderFailure failure, long byFence) {
        apply(new VolumeResizeRefused(
                id, tenantId, sizeGiB, observedGiB, failure.reason(), failure.message(), byFence));
    }

    void attaching(String instanceId, MetaData meta) {
        apply(new VolumeAttaching(id, tenantId, instanceId), meta);
    }

    void attached(String instanceId, @Nullable String device, long byFence) {
        apply(new VolumeAttached(id, tenantId, instanceId, device, byFence));
    }

    void attachmentLost(String instanceId) {
        apply(new VolumeAttachmentLost(id, tenantId, instanceId));
    }

    void attachmentStepFailed(String instanceId, AttachmentOperation operation, ProviderFailure failure, long byFence) {
        apply(new VolumeAttachmentStepFailed(id, tenantId, instanceId, operation, failure, byFence));
    }

    void attachmentErrored(String instanceId, ProviderFailure failure, long byFence) {
        apply(new VolumeAttachmentErrored(id, tenantId, instanceId, failure.reason(), failure.message(), byFence));
    }

    /**
     * No more wanted on the instance.
     *
     * @param machineThere whether the provider may have been asked to attach it, as far as the instance knows
     */
    void detach(String instanceId, boolean machineThere, MetaData meta) {
        boolean neverAsked = VolumeRules.neverAttached(this, instanceId, machineThere);
        apply(new VolumeDetaching(id, tenantId, instanceId), meta);
        if (neverAsked) {
            detached(instanceId, attachment(instanceId).map(it -> it.fence).orElse(0L));
        }
    }

    void detached(String instanceId, long byFence) {
        apply(new VolumeDetached(id, tenantId, instanceId, byFence));
    }

    /** One of its places for snapshots is taken. */
    public void addSnapshot(String snapshotId, String snapshotName, MetaData meta) {
        apply(new VolumeSnapshotAdded(id, tenantId, snapshotId, snapshotName), meta);
    }

    /** One of its places for snapshots is free again. */
    public void removeSnapshot(String snapshotId, MetaData meta) {
        if (snapshots.containsKey(snapshotId)) {
            apply(new VolumeSnapshotRemoved(id, tenantId, snapshotId), meta);
        }
    }

    void duplicate(String keptId, String otherId, boolean removed) {
        if (!duplicates.contains(duplicate(otherId, removed))) {
            apply(new VolumeDuplicateFound(id, tenantId, keptId, otherId, removed));
        }
    }

    private static String duplicate(String otherId, boolean removed) {
        return otherId + (removed ? " removed" : " found");
    }

    void deleting(String by, @Nullable String withInstanceId, MetaData meta) {
        apply(new VolumeDeleting(id, tenantId, by, withInstanceId), meta);
    }

    void deleted(long byFence) {
        apply(new VolumeDeleted(id, tenantId, byFence));
    }

    @EventSourcingHandler
    void on(VolumeEvent event) {
        revision++;
        switch (event) {
            case VolumeCreated created -> created(created);
            case VolumeCreateBegun begun -> creation = Creation.BEGUN;
            case VolumeReady ready -> {
                creation = Creation.MADE;
                missing = false;
                providerVolumeId = ready.providerVolumeId();
                device = ready.device();
                mount = ready.mount();
                observedGiB = ready.observedSizeGiB();
                done(ready.fence());
                state = isEnding() ? state : observedGiB < sizeGiB ? VolumeState.UPDATING : VolumeState.READY;
            }
            case VolumeStepFailed failed -> {
                failed(failed.failure().reason(), failed.fence());
                if (failed.operation() == VolumeOperation.CREATE
                        && failed.failure().certain()
                        && creation == Creation.BEGUN) {
                    creation = Creation.NONE;
                }
            }
            case VolumeErrored errored -> {
                failed(errored.reason(), errored.fence());
                missing = errored.reason().equals(VolumeRules.MISSING);
                creation = creation == Creation.BEGUN ? Creation.NONE : creation;
                state = VolumeState.ERROR;
            }
            case VolumeResizing resizing -> {
                sizeGiB = resizing.sizeGiB();
                state = state == VolumeState.READY ? VolumeState.UPDATING : state;
                wanted();
            }
            case VolumeResized resized -> {
                observedGiB = resized.observedSizeGiB();
                done(resized.fence());
                settle();
            }
            case VolumeResizeRefused refused -> {
                sizeGiB = refused.sizeGiB();
                fence = Math.max(fence, refused.fence());
                settle();
                wanted();
            }
            case VolumeAttaching attaching -> attachments.put(attaching.instanceId(), new Attachment(revision));
            case VolumeAttached attached -> on(attached.instanceId()).attached(attached.fence());
            case VolumeAttachmentLost lost -> on(lost.instanceId()).lost();
            case VolumeAttachmentStepFailed failed ->
                on(failed.instanceId()).failed(failed.failure().reason(), failed.fence());
            case VolumeAttachmentErrored errored -> on(errored.instanceId()).errored(errored.reason(), errored.fence());
            case VolumeDetaching detaching -> on(detaching.instanceId()).detaching(revision);
            case VolumeDetached detached -> attachments.remove(detached.instanceId());
            case VolumeSnapshotAdded added -> snapshots.put(added.snapshotId(), added.name());
            case VolumeSnapshotRemoved removed -> snapshots.remove(removed.snapshotId());
            case VolumeDuplicateFound it -> duplicates.add(duplicate(it.otherId(), it.removed()));
            case VolumeDeleting deleting -> {
                state = VolumeState.DELETING;
                wanted();
            }
            case VolumeDeleted deleted -> state = VolumeState.DELETED;
        }
    }

    private void created(VolumeCreated created) {
        id = created.volumeId();
        tenantId = created.tenantId();
        createdBy = created.createdBy();
        poolId = created.poolId();
        quotaId = created.quotaId();
        projectId = created.projectId();
        name = created.name();
        accountId = created.accountId();
        region = created.region();
        kind = created.kind();
        networkId = created.networkId();
        filesystem = created.filesystem();
        deleteWithInstance = created.deleteWithInstance();
        providerName = created.providerName();
        requestHmac = created.requestHmac();
        sizeGiB = created.sizeGiB();
        wanted();
    }

    private Attachment on(String instanceId) {
        return attachment(instanceId).orElseThrow(() -> new IllegalStateException("It is not on the instance"));
    }

    private void settle() {
        if (state == VolumeState.UPDATING && observedGiB >= sizeGiB) {
            state = VolumeState.READY;
        }
    }

    private void done(long byFence) {
        trouble = "";
        fence = Math.max(fence, byFence);
    }

    private void failed(String reason, long byFence) {
        trouble = reason;
        fence = Math.max(fence, byFence);
    }

    private void wanted() {
        wantedSince = revision;
        trouble = "";
    }
}
