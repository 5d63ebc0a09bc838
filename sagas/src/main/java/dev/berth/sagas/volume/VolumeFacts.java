package dev.berth.sagas.volume;

import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeEvent.VolumeAttached;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentErrored;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentStepFailed;
import dev.berth.api.volume.VolumeEvent.VolumeCreateBegun;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeEvent.VolumeDetached;
import dev.berth.api.volume.VolumeEvent.VolumeErrored;
import dev.berth.api.volume.VolumeEvent.VolumeReady;
import dev.berth.api.volume.VolumeEvent.VolumeResizeRefused;
import dev.berth.api.volume.VolumeEvent.VolumeResized;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotAdded;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotRemoved;
import dev.berth.api.volume.VolumeEvent.VolumeStepFailed;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish.VolumeWish;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a step needs to know of its volume, from its stream alone.
 *
 * @param plan what is to be done
 * @param created how it was admitted
 * @param device the path that a guest sees, once it was made
 * @param snapshots those of it that are not deleted
 * @param fence the greatest fencing number of which an outcome is recorded; 0 before the first
 */
public record VolumeFacts(
        VolumePlan plan, VolumeCreated created, @Nullable String device, Set<String> snapshots, long fence) {
    public VolumeFacts {
        snapshots = Set.copyOf(snapshots);
    }

    /** From all events of one stream, in order; empty where there are none. */
    public static Optional<VolumeFacts> of(Iterable<? extends VolumeEvent> events) {
        VolumeFacts facts = null;
        for (VolumeEvent event : events) {
            facts = after(facts, event);
        }
        return Optional.ofNullable(facts);
    }

    private static VolumeFacts after(@Nullable VolumeFacts before, VolumeEvent event) {
        if (before == null) {
            VolumePlan plan = VolumePlan.after(null, event, 1);
            return new VolumeFacts(plan, (VolumeCreated) event, null, Set.of(), 0);
        }
        return new VolumeFacts(
                VolumePlan.after(before.plan, event, before.plan.revision() + 1),
                before.created,
                event instanceof VolumeReady ready ? ready.device() : before.device,
                before.snapshotsAfter(event),
                Math.max(before.fence, fence(event)));
    }

    private Set<String> snapshotsAfter(VolumeEvent event) {
        Set<String> now = new TreeSet<>(snapshots);
        if (event instanceof VolumeSnapshotAdded added) {
            now.add(added.snapshotId());
        } else if (event instanceof VolumeSnapshotRemoved removed) {
            now.remove(removed.snapshotId());
        }
        return now;
    }

    private static long fence(VolumeEvent event) {
        return switch (event) {
            case VolumeCreateBegun it -> 0;
            case VolumeReady it -> it.fence();
            case VolumeStepFailed it -> it.fence();
            case VolumeErrored it -> it.fence();
            case VolumeResized it -> it.fence();
            case VolumeResizeRefused it -> it.fence();
            case VolumeAttached it -> it.fence();
            case VolumeAttachmentStepFailed it -> it.fence();
            case VolumeAttachmentErrored it -> it.fence();
            case VolumeDetached it -> it.fence();
            default -> 0;
        };
    }

    /** Whether many instances of a network mount it at once. */
    public boolean shared() {
        return created.kind() == dev.berth.api.volume.VolumeKind.SHARED;
    }

    /** It, at the provider, once it was made. */
    public Optional<ProviderRef> ref() {
        return Optional.ofNullable(plan.providerVolumeId()).map(id -> new ProviderRef(id, created.region(), shared()));
    }

    /** What it is made from. */
    public VolumeWish wish() {
        Filesystem filesystem = created.filesystem();
        return new VolumeWish(
                created.volumeId(),
                created.providerName(),
                created.region(),
                shared() ? VolumeKind.SHARED : VolumeKind.BLOCK,
                plan.sizeGiB(),
                created.description(),
                filesystem == null || filesystem == Filesystem.NONE
                        ? null
                        : filesystem.name().toLowerCase(Locale.ROOT),
                created.networkProviderId(),
                created.source() == null ? null : created.source().providerSnapshotId());
    }
}
