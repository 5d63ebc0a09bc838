package dev.berth.query.volume;

import static dev.berth.query.Fold.existing;

import dev.berth.api.volume.AttachmentState;
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
import dev.berth.api.volume.VolumeState;
import dev.berth.api.volume.VolumeView;
import dev.berth.query.EventMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A volume and its attachments as the volume's events make them.
 *
 * <p>Owns: what is shown of them. Does not own: what a step is still to do. Invariants: a block volume shows at most one
 * attachment, a shared one all of them in the order in which they were asked for; what failed last is told until
 * something went well. On failure: throws for an event before the first one.
 */
public final class VolumeFold {
    private static final String MISSING = "missing";

    private VolumeFold() {}

    /** The volume after the event. */
    public static VolumeRecord fold(@Nullable VolumeRecord record, VolumeEvent event, EventMeta meta) {
        if (event instanceof VolumeCreated created) {
            return created(created, meta);
        }
        VolumeDraft draft = new VolumeDraft(existing(record, event), meta);
        switch (event) {
            case VolumeCreated ignored -> throw new IllegalStateException("A created volume is handled above");
            case VolumeCreateBegun ignored -> {}
            case VolumeReady ready -> ready(draft, ready);
            case VolumeStepFailed failed -> draft.failed(failed.failure().message());
            case VolumeErrored errored -> {
                draft.state = VolumeState.ERROR;
                draft.missing = errored.reason().equals(MISSING);
                draft.failed(errored.message());
            }
            case VolumeResizing resizing -> {
                draft.sizeGiB = resizing.sizeGiB();
                draft.state = draft.state == VolumeState.READY ? VolumeState.UPDATING : draft.state;
                draft.done();
            }
            case VolumeResized resized -> {
                draft.observedGiB = resized.observedSizeGiB();
                draft.settle();
                draft.done();
            }
            case VolumeResizeRefused refused -> {
                draft.sizeGiB = refused.sizeGiB();
                draft.settle();
                draft.failed(refused.message());
            }
            case VolumeAttaching attaching -> draft.attachment(attaching.instanceId(), AttachmentState.PENDING);
            case VolumeAttached attached -> {
                draft.seen(attached.instanceId(), AttachmentState.ATTACHED);
                draft.device = attached.device() == null ? draft.device : attached.device();
                draft.done();
            }
            case VolumeAttachmentLost lost -> draft.seen(lost.instanceId(), AttachmentState.PENDING);
            case VolumeAttachmentStepFailed failed ->
                draft.failed(failed.failure().message());
            case VolumeAttachmentErrored errored -> {
                draft.seen(errored.instanceId(), AttachmentState.ERROR);
                draft.failed(errored.message());
            }
            case VolumeDetaching detaching -> draft.attachment(detaching.instanceId(), AttachmentState.DETACHING);
            case VolumeDetached detached -> {
                draft.detached(detached.instanceId());
                draft.done();
            }
            case VolumeSnapshotAdded ignored -> {}
            case VolumeSnapshotRemoved ignored -> {}
            case VolumeDuplicateFound ignored -> {}
            case VolumeDeleting deleting -> {
                draft.state = VolumeState.DELETING;
                draft.withInstanceId = deleting.withInstanceId();
                draft.done();
            }
            case VolumeDeleted ignored -> {
                draft.state = VolumeState.DELETED;
                draft.deletedAt = meta.time();
                draft.done();
            }
        }
        return draft.record();
    }

    /**
     * Whether something is still to be done for it, so that it must have a step waiting, as far as the volume alone
     * tells: an attachment may have to wait for its instance's machine.
     */
    public static boolean inBetween(VolumeRecord record) {
        return switch (record.view().state()) {
            case PENDING, UPDATING -> true;
            // What goes with its machine waits for that.
            case DELETING ->
                record.withInstanceId() == null || record.attachments().isEmpty();
            case READY, ERROR ->
                record.attachments().stream()
                        .anyMatch(
                                it -> it.state() == AttachmentState.PENDING || it.state() == AttachmentState.DETACHING);
            case DELETED -> false;
        };
    }

    private static void ready(VolumeDraft draft, VolumeReady ready) {
        draft.providerVolumeId = ready.providerVolumeId();
        draft.observedGiB = ready.observedSizeGiB();
        draft.device = ready.device() == null ? draft.device : ready.device();
        draft.mount = ready.mount() == null ? draft.mount : ready.mount();
        draft.missing = false;
        if (!draft.isEnding()) {
            draft.state = ready.observedSizeGiB() < draft.sizeGiB ? VolumeState.UPDATING : VolumeState.READY;
        }
        draft.done();
    }

    private static VolumeRecord created(VolumeCreated created, EventMeta meta) {
        VolumeView view = new VolumeView(
                created.volumeId(),
                created.tenantId(),
                created.createdBy(),
                meta.time(),
                meta.time(),
                meta.revision(),
                created.projectId(),
                created.poolId(),
                created.name(),
                created.description(),
                created.region(),
                created.kind(),
                created.networkId(),
                created.filesystem(),
                created.sizeGiB(),
                null,
                created.deleteWithInstance(),
                VolumeState.PENDING,
                null,
                null,
                null,
                null,
                created.kind() == VolumeKind.SHARED ? List.of() : null,
                null,
                null);
        return new VolumeRecord(view, created.accountId(), false, null);
    }
}
