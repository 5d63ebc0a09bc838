package dev.berth.command.snapshot;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreateBegun;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleted;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleting;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDuplicateFound;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotErrored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotReady;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotRestored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotSizeSeen;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotStepFailed;
import dev.berth.api.snapshot.SnapshotObservation.Result;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.account.Creation;
import java.util.Set;
import java.util.TreeSet;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * One snapshot of a volume.
 *
 * <p>Owns: what is wanted of it, what was seen of it, and all that a restore needs to know. Does not own: its place at its
 * volume, which may be gone before it; volumes made from it. Invariants: it is restored only while it is ready; what a
 * provider gave out is recorded, whatever is wanted by then. On failure: an outcome that is older than the last one, or
 * answers to something no longer wanted, is ignored; the reconciler takes the next step.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Snapshot {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    String tenantId = "";
    String createdBy = "";
    String poolId = "";

    @Nullable
    String projectId;

    String volumeId = "";
    String accountId = "";
    String region = "";
    VolumeKind kind = VolumeKind.BLOCK;

    @Nullable
    Filesystem filesystem;

    String requestHmac = "";
    SnapshotState state = SnapshotState.PENDING;
    Creation creation = Creation.NONE;
    /** Whether the provider has it no more, though it had. */
    boolean missing;

    @Nullable
    String providerSnapshotId;

    int sizeGiB;
    int minSizeGiB;
    /** Why it was not done last time; empty after something was. */
    String trouble = "";

    private Set<String> duplicates = new TreeSet<>();
    /** The number of events so far. */
    long revision;
    /** The revision at which what is wanted last changed. */
    long wantedSince;
    /** The greatest fencing number of which an outcome was taken. */
    long fence;

    Snapshot() {}

    static Snapshot create(SnapshotCreated created, MetaData meta) {
        Snapshot snapshot = new Snapshot();
        apply(created, meta);
        return snapshot;
    }

    String id() {
        return id;
    }

    boolean isEnding() {
        return state == SnapshotState.DELETING || state == SnapshotState.DELETED;
    }

    void createBegun(String sentName, long byFence) {
        apply(new SnapshotCreateBegun(id, tenantId, sentName, byFence));
    }

    void ready(Result.Made made, long byFence) {
        apply(new SnapshotReady(id, tenantId, made.providerSnapshotId(), made.sizeGiB(), made.minSizeGiB(), byFence));
    }

    void sizeSeen(int seenGiB) {
        apply(new SnapshotSizeSeen(id, tenantId, seenGiB));
    }

    void stepFailed(SnapshotOperation operation, ProviderFailure failure, long byFence) {
        apply(new SnapshotStepFailed(id, tenantId, operation, failure, byFence));
    }

    void errored(String reason, String message, long byFence) {
        apply(new SnapshotErrored(id, tenantId, reason, message, byFence));
    }

    void restored(String intoVolumeId, MetaData meta) {
        apply(new SnapshotRestored(id, tenantId, intoVolumeId), meta);
    }

    void duplicate(String keptId, String otherId, boolean removed) {
        if (!duplicates.contains(duplicate(otherId, removed))) {
            apply(new SnapshotDuplicateFound(id, tenantId, keptId, otherId, removed));
        }
    }

    private static String duplicate(String otherId, boolean removed) {
        return otherId + (removed ? " removed" : " found");
    }

    void deleting(String by, MetaData meta) {
        apply(new SnapshotDeleting(id, tenantId, by), meta);
    }

    void deleted(long byFence) {
        apply(new SnapshotDeleted(id, tenantId, byFence));
    }

    @EventSourcingHandler
    void on(SnapshotEvent event) {
        revision++;
        switch (event) {
            case SnapshotCreated created -> created(created);
            case SnapshotCreateBegun begun -> creation = Creation.BEGUN;
            case SnapshotReady ready -> {
                creation = Creation.MADE;
                missing = false;
                providerSnapshotId = ready.providerSnapshotId();
                sizeGiB = ready.sizeGiB();
                minSizeGiB = ready.minSizeGiB();
                trouble = "";
                fence = Math.max(fence, ready.fence());
                state = isEnding() ? state : SnapshotState.READY;
            }
            case SnapshotSizeSeen seen -> sizeGiB = seen.sizeGiB();
            case SnapshotStepFailed failed -> {
                failed(failed.failure().reason(), failed.fence());
                if (failed.operation() == SnapshotOperation.CREATE
                        && failed.failure().certain()
                        && creation == Creation.BEGUN) {
                    creation = Creation.NONE;
                }
            }
            case SnapshotErrored errored -> {
                failed(errored.reason(), errored.fence());
                missing = errored.reason().equals(SnapshotRules.MISSING);
                creation = creation == Creation.BEGUN ? Creation.NONE : creation;
                state = SnapshotState.ERROR;
            }
            case SnapshotRestored restored -> {}
            case SnapshotDuplicateFound it -> duplicates.add(duplicate(it.otherId(), it.removed()));
            case SnapshotDeleting deleting -> {
                state = SnapshotState.DELETING;
                trouble = "";
                wantedSince = revision;
            }
            case SnapshotDeleted deleted -> state = SnapshotState.DELETED;
        }
    }

    private void created(SnapshotCreated created) {
        id = created.snapshotId();
        tenantId = created.tenantId();
        createdBy = created.createdBy();
        poolId = created.poolId();
        projectId = created.projectId();
        volumeId = created.volumeId();
        accountId = created.accountId();
        region = created.region();
        kind = created.kind();
        filesystem = created.filesystem();
        requestHmac = created.requestHmac();
        wantedSince = revision;
    }

    private void failed(String reason, long byFence) {
        trouble = reason;
        fence = Math.max(fence, byFence);
    }
}
