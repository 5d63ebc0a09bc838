package dev.berth.query.volume;

import dev.berth.api.volume.AttachmentState;
import dev.berth.api.volume.AttachmentView;
import dev.berth.api.volume.DesiredAttachment;
import dev.berth.api.volume.Mount;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeState;
import dev.berth.api.volume.VolumeView;
import dev.berth.query.EventMeta;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an event can change of a volume, while it is changed. */
final class VolumeDraft {
    private final VolumeRecord before;
    private final EventMeta meta;
    VolumeState state;
    int sizeGiB;

    @Nullable
    Integer observedGiB;

    @Nullable
    String device;

    @Nullable
    Mount mount;

    @Nullable
    String providerVolumeId;

    @Nullable
    Instant deletedAt;

    boolean missing;

    @Nullable
    String withInstanceId;

    private @Nullable String message;
    private final Map<String, AttachmentView> attachments = new LinkedHashMap<>();

    VolumeDraft(VolumeRecord before, EventMeta meta) {
        this.before = before;
        this.meta = meta;
        VolumeView view = before.view();
        this.state = view.state();
        this.sizeGiB = view.sizeGiB();
        this.observedGiB = view.observedSizeGiB();
        this.device = view.device();
        this.mount = view.mount();
        this.providerVolumeId = view.providerVolumeId();
        this.deletedAt = view.deletedAt();
        this.missing = before.missing();
        this.withInstanceId = before.withInstanceId();
        this.message = view.message();
        before.attachments().forEach(it -> attachments.put(it.instanceId(), it));
    }

    boolean isEnding() {
        return state == VolumeState.DELETING || state == VolumeState.DELETED;
    }

    /** Something was not done; these are the provider's words. */
    void failed(String words) {
        message = words;
    }

    /** Something was done. Why the volume itself is in error stays until it is no more. */
    void done() {
        message = state == VolumeState.ERROR ? message : null;
    }

    /** It is growing until the provider shows the size that is wanted. */
    void settle() {
        if (state == VolumeState.UPDATING && observedGiB != null && observedGiB >= sizeGiB) {
            state = VolumeState.READY;
        }
    }

    void attachment(String instanceId, AttachmentState to) {
        DesiredAttachment desired =
                to == AttachmentState.DETACHING ? DesiredAttachment.DETACHED : DesiredAttachment.ATTACHED;
        attachments.put(instanceId, new AttachmentView(instanceId, to, desired));
    }

    void detached(String instanceId) {
        attachments.remove(instanceId);
    }

    /** Its attachment's state changes, what is wanted of it does not. */
    void seen(String instanceId, AttachmentState to) {
        attachments.computeIfPresent(instanceId, (id, it) -> new AttachmentView(id, to, it.desiredState()));
    }

    VolumeRecord record() {
        VolumeView view = before.view();
        List<AttachmentView> all = List.copyOf(attachments.values());
        boolean shared = view.kind() == VolumeKind.SHARED;
        VolumeView after = new VolumeView(
                view.id(),
                view.tenantId(),
                view.createdBy(),
                view.createdAt(),
                meta.time(),
                meta.revision(),
                view.projectId(),
                view.poolId(),
                view.name(),
                view.description(),
                view.region(),
                view.kind(),
                view.networkId(),
                view.filesystem(),
                sizeGiB,
                observedGiB,
                view.deleteWithInstance(),
                state,
                message,
                device,
                mount,
                shared || all.isEmpty() ? null : all.getFirst(),
                shared ? all : null,
                providerVolumeId,
                deletedAt);
        return new VolumeRecord(after, before.accountId(), missing, withInstanceId);
    }
}
