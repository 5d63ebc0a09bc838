package dev.berth.query.usage;

import dev.berth.api.DomainEvent;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleted;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotReady;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotSizeSeen;
import dev.berth.api.usage.Meter;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeEvent.VolumeDeleted;
import dev.berth.api.volume.VolumeEvent.VolumeReady;
import dev.berth.api.volume.VolumeEvent.VolumeResized;
import dev.berth.api.volume.VolumeKind;
import dev.berth.query.EventMeta;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What events change of what is metered: an instance from its first running, a volume or snapshot from when the provider
 * has it, with the size that the provider shows; each until it is deleted.
 *
 * <p>Owns: which event begins, changes and ends a meter. Does not own: prices, and sums. Invariants: the intervals of a
 * resource follow each other without gap or overlap; an event that was seen changes nothing. On failure: none.
 */
public final class UsageFold {
    private static final Set<Class<? extends DomainEvent>> CONCERN = Set.of(
            InstanceCreated.class,
            InstanceRunning.class,
            InstanceDeleted.class,
            VolumeCreated.class,
            VolumeReady.class,
            VolumeResized.class,
            VolumeDeleted.class,
            SnapshotCreated.class,
            SnapshotReady.class,
            SnapshotSizeSeen.class,
            SnapshotDeleted.class);

    private UsageFold() {}

    /** Whether the event can change anything. */
    public static boolean concerns(DomainEvent event) {
        return CONCERN.contains(event.getClass());
    }

    /**
     * The intervals that the event has changed or begun, in their order.
     *
     * @param newest the resource's newest interval; null before its first event
     */
    public static List<UsageInterval> changed(@Nullable UsageInterval newest, DomainEvent event, EventMeta meta) {
        if (newest == null) {
            return first(event, meta);
        }
        if (meta.revision() <= newest.revision() || newest.toMs() != null) {
            return List.of();
        }
        return switch (event) {
            case InstanceRunning ignored when newest.fromMs() == null -> amount(newest, 1, meta);
            case VolumeReady ready -> amount(newest, ready.observedSizeGiB(), meta);
            case VolumeResized resized -> amount(newest, resized.observedSizeGiB(), meta);
            case SnapshotReady ready -> amount(newest, ready.sizeGiB(), meta);
            case SnapshotSizeSeen seen -> amount(newest, seen.sizeGiB(), meta);
            case InstanceDeleted ignored -> ended(newest, meta);
            case VolumeDeleted ignored -> ended(newest, meta);
            case SnapshotDeleted ignored -> ended(newest, meta);
            default -> List.of();
        };
    }

    private static List<UsageInterval> first(DomainEvent event, EventMeta meta) {
        return switch (event) {
            case InstanceCreated it ->
                first(it.instanceId(), it.tenantId(), it.poolId(), it.projectId(), Meter.INSTANCE_HOURS, meta);
            case VolumeCreated it -> {
                Meter meter = it.kind() == VolumeKind.SHARED ? Meter.SHARE_GIB_HOURS : Meter.VOLUME_GIB_HOURS;
                yield first(it.volumeId(), it.tenantId(), it.poolId(), it.projectId(), meter, meta);
            }
            case SnapshotCreated it ->
                first(it.snapshotId(), it.tenantId(), it.poolId(), it.projectId(), Meter.SNAPSHOT_GIB_HOURS, meta);
            default -> List.of();
        };
    }

    private static List<UsageInterval> first(
            String id, String tenantId, String poolId, @Nullable String projectId, Meter meter, EventMeta meta) {
        return List.of(new UsageInterval(id, 0, tenantId, poolId, projectId, meter, 1, null, null, meta.revision()));
    }

    /** What there is from now on: begins the meter, or goes on with another amount. */
    private static List<UsageInterval> amount(UsageInterval newest, long amount, EventMeta meta) {
        return newest.fromMs() == null
                ? List.of(newest.begun(amount, meta.time().toEpochMilli(), meta.revision()))
                : resized(newest, amount, meta);
    }

    /** Another amount from now on: ends the interval and begins the next one. */
    static List<UsageInterval> resized(UsageInterval newest, long amount, EventMeta meta) {
        long at = meta.time().toEpochMilli();
        return amount == newest.amount()
                ? List.of()
                : List.of(newest.ended(at, meta.revision()), newest.next(amount, at, meta.revision()));
    }

    private static List<UsageInterval> ended(UsageInterval newest, EventMeta meta) {
        return List.of(newest.ended(meta.time().toEpochMilli(), meta.revision()));
    }
}
