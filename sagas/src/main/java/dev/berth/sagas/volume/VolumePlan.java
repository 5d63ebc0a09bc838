package dev.berth.sagas.volume;

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
import dev.berth.api.volume.VolumeOperation;
import dev.berth.sagas.MissedEvent;
import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a volume and its attachments beside what was seen of them, and what follows. A value, folded from the
 * events of one stream.
 *
 * @param revision how many events of the stream it has seen, at least 1
 * @param shared whether many instances of a network mount it at once
 * @param begun whether a create may have been sent whose outcome is not recorded
 * @param providerVolumeId the provider's id of it, once it was made
 * @param sizeGiB what it is to have
 * @param observedGiB what the provider shows; 0 before it was made
 * @param withInstanceId while it is deleted, the instance whose machine it goes with, if it does
 * @param attachments by the instance's id
 */
public record VolumePlan(
        String volumeId,
        long revision,
        String accountId,
        boolean shared,
        Making making,
        boolean begun,
        @Nullable String providerVolumeId,
        int sizeGiB,
        int observedGiB,
        Life life,
        @Nullable String withInstanceId,
        Map<String, Attachment> attachments)
        implements ResourcePlan {
    /** The kind of a volume's steps. */
    public static final String KIND = "volume";

    /** The kind of the steps that ask again for what was refused. */
    public static final String RETRY_KIND = "volumeRetry";

    /** Why a volume is in error that its provider has no more. */
    public static final String MISSING = "missing";

    /** How far it is at the provider. */
    public enum Making {
        NOT_MADE,
        /** The provider refused to make it; it is asked again now and then. */
        REFUSED,
        MADE,
        /** The provider has it no more: it is never made again. */
        MISSING
    }

    /** What is wanted of it. */
    public enum Life {
        WANTED,
        DELETING,
        DELETED
    }

    /**
     * One attachment.
     *
     * @param wanted whether it is to be; otherwise it is to be ended
     */
    public record Attachment(boolean wanted, Seen seen) {
        /** How far it is at the provider. */
        public enum Seen {
            NOT_YET,
            ATTACHED,
            /** The provider refused to; it is asked again now and then. */
            REFUSED
        }
    }

    public VolumePlan {
        attachments = new TreeMap<>(attachments);
    }

    /**
     * The plan after one more event.
     *
     * @param before null before the first event
     * @param revision the event's number in its stream, counted from 1
     * @throws MissedEvent when that is not the revision after the last one
     */
    public static VolumePlan after(@Nullable VolumePlan before, VolumeEvent event, long revision) {
        long seen = before == null ? 0 : before.revision;
        if (revision != seen + 1) {
            throw new MissedEvent(event.volumeId(), seen, revision);
        }
        if (before != null) {
            return before.after(event);
        }
        if (event instanceof VolumeCreated it) {
            return new VolumePlan(
                    it.volumeId(),
                    1,
                    it.accountId(),
                    it.kind() == VolumeKind.SHARED,
                    Making.NOT_MADE,
                    false,
                    null,
                    it.sizeGiB(),
                    0,
                    Life.WANTED,
                    null,
                    Map.of());
        }
        throw new IllegalStateException("A volume's stream begins with another event than its creation");
    }

    private VolumePlan after(VolumeEvent event) {
        return switch (event) {
            case VolumeCreated it -> throw new IllegalStateException("A volume is created once");
            case VolumeCreateBegun it -> making(making, true);
            case VolumeReady it ->
                with(Making.MADE, false, it.providerVolumeId(), sizeGiB, it.observedSizeGiB(), life, withInstanceId);
            case VolumeStepFailed it ->
                making(
                        making,
                        begun
                                && !(it.operation() == VolumeOperation.CREATE
                                        && it.failure().certain()));
            case VolumeErrored it -> making(MISSING.equals(it.reason()) ? Making.MISSING : Making.REFUSED, false);
            case VolumeResizing it -> sized(it.sizeGiB(), observedGiB);
            case VolumeResized it -> sized(sizeGiB, it.observedSizeGiB());
            case VolumeResizeRefused it -> sized(it.sizeGiB(), observedGiB);
            case VolumeAttaching it -> attachment(it.instanceId(), new Attachment(true, Attachment.Seen.NOT_YET));
            case VolumeAttached it -> attachment(it.instanceId(), new Attachment(true, Attachment.Seen.ATTACHED));
            case VolumeAttachmentLost it -> attachment(it.instanceId(), new Attachment(true, Attachment.Seen.NOT_YET));
            case VolumeAttachmentErrored it ->
                attachment(it.instanceId(), new Attachment(true, Attachment.Seen.REFUSED));
            case VolumeDetaching it -> attachment(it.instanceId(), new Attachment(false, seenOn(it.instanceId())));
            case VolumeDetached it -> attachment(it.instanceId(), null);
            case VolumeAttachmentStepFailed it -> making(making, begun);
            case VolumeSnapshotAdded it -> making(making, begun);
            case VolumeSnapshotRemoved it -> making(making, begun);
            case VolumeDuplicateFound it -> making(making, begun);
            case VolumeDeleting it ->
                with(making, begun, providerVolumeId, sizeGiB, observedGiB, Life.DELETING, it.withInstanceId());
            case VolumeDeleted it ->
                with(making, begun, providerVolumeId, sizeGiB, observedGiB, Life.DELETED, withInstanceId);
        };
    }

    private Attachment.Seen seenOn(String instanceId) {
        Attachment known = attachments.get(instanceId);
        return known == null ? Attachment.Seen.NOT_YET : known.seen();
    }

    private VolumePlan making(Making now, boolean nowBegun) {
        return with(now, nowBegun, providerVolumeId, sizeGiB, observedGiB, life, withInstanceId);
    }

    private VolumePlan sized(int size, int observed) {
        return with(making, begun, providerVolumeId, size, observed, life, withInstanceId);
    }

    private VolumePlan attachment(String instanceId, @Nullable Attachment attachment) {
        Map<String, Attachment> now = new TreeMap<>(attachments);
        if (attachment == null) {
            now.remove(instanceId);
        } else {
            now.put(instanceId, attachment);
        }
        return new VolumePlan(
                volumeId,
                revision + 1,
                accountId,
                shared,
                making,
                begun,
                providerVolumeId,
                sizeGiB,
                observedGiB,
                life,
                withInstanceId,
                now);
    }

    private VolumePlan with(
            Making nowMaking,
            boolean nowBegun,
            @Nullable String providerId,
            int size,
            int observed,
            Life nowLife,
            @Nullable String with) {
        return new VolumePlan(
                volumeId,
                revision + 1,
                accountId,
                shared,
                nowMaking,
                nowBegun,
                providerId,
                size,
                observed,
                nowLife,
                with,
                attachments);
    }

    /** What it needs now, in the order in which it is best done; nothing of it waits for the rest. */
    public List<VolumeTask> tasks() {
        List<VolumeTask> tasks = new ArrayList<>();
        if (life == Life.DELETED) {
            return tasks;
        }
        attachments.forEach((instance, it) -> {
            if (!it.wanted()) {
                tasks.add(new VolumeTask(VolumeTask.Kind.DETACH, instance));
            }
        });
        if (life == Life.DELETING) {
            // With an attachment that is still wanted it goes with that machine.
            if (attachments.isEmpty()) {
                tasks.add(VolumeTask.of(VolumeTask.Kind.DELETE));
            }
        } else if (making == Making.NOT_MADE) {
            tasks.add(VolumeTask.of(VolumeTask.Kind.CREATE));
        } else if (making == Making.MADE) {
            if (observedGiB < sizeGiB) {
                tasks.add(VolumeTask.of(VolumeTask.Kind.RESIZE));
            }
            addAttaches(tasks, Attachment.Seen.NOT_YET);
        }
        return tasks;
    }

    /** What was refused, and may be asked for again now and then. */
    public List<VolumeTask> retries() {
        List<VolumeTask> tasks = new ArrayList<>();
        if (life == Life.WANTED && making == Making.REFUSED) {
            tasks.add(VolumeTask.of(VolumeTask.Kind.CREATE));
        } else if (life == Life.WANTED && making == Making.MADE) {
            addAttaches(tasks, Attachment.Seen.REFUSED);
        }
        return tasks;
    }

    private void addAttaches(List<VolumeTask> tasks, Attachment.Seen of) {
        attachments.forEach((instance, it) -> {
            if (it.wanted() && it.seen() == of) {
                tasks.add(new VolumeTask(VolumeTask.Kind.ATTACH, instance));
            }
        });
    }

    @Override
    public String resourceId() {
        return volumeId;
    }

    @Override
    public Optional<Step> step() {
        return tasks().stream().findFirst().map(it -> step(KIND, it));
    }

    /** The step that asks again for what was refused. */
    public Optional<Step> retry() {
        return retries().stream().findFirst().map(it -> step(RETRY_KIND, it));
    }

    private Step step(String kind, VolumeTask task) {
        return new Step(volumeId, kind, accountId, task.kind().name().toLowerCase(Locale.ROOT), revision);
    }

    @Override
    public boolean over() {
        return life == Life.DELETED;
    }
}
