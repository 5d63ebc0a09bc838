package dev.berth.infra.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param dropletId what it is attached to, also for a while after that is gone
 * @param wasAttached whether it ever was
 * @param eventId the action that runs on it
 * @param clearAt when the attachment to a Droplet that is gone ends
 * @param lastSnapshotAt when the last snapshot was taken
 */
record Volume(
        String id,
        String name,
        String region,
        int sizeGiB,
        String description,
        String filesystemType,
        String filesystemLabel,
        List<String> tags,
        long createdAt,
        @Nullable Long dropletId,
        boolean wasAttached,
        @Nullable Long eventId,
        @Nullable Long clearAt,
        @Nullable Long lastSnapshotAt)
        implements Entity {

    @Override
    public String key() {
        return "volume/" + id;
    }

    @Override
    public @Nullable Long due() {
        return clearAt;
    }

    private Volume with(
            int size,
            List<String> newTags,
            @Nullable Long droplet,
            @Nullable Long event,
            @Nullable Long clear,
            @Nullable Long snapshot) {
        return new Volume(
                id,
                name,
                region,
                size,
                description,
                filesystemType,
                filesystemLabel,
                newTags,
                createdAt,
                droplet,
                wasAttached || droplet != null,
                event,
                clear,
                snapshot);
    }

    Volume withEvent(@Nullable Long action) {
        return with(sizeGiB, tags, dropletId, action, clearAt, lastSnapshotAt);
    }

    Volume attachedTo(@Nullable Long droplet) {
        return with(sizeGiB, tags, droplet, eventId, null, lastSnapshotAt);
    }

    Volume clearedAt(long at) {
        return with(sizeGiB, tags, dropletId, eventId, at, lastSnapshotAt);
    }

    Volume withSize(int giB) {
        return with(giB, tags, dropletId, eventId, clearAt, lastSnapshotAt);
    }

    Volume withTags(List<String> now) {
        return with(sizeGiB, now, dropletId, eventId, clearAt, lastSnapshotAt);
    }

    Volume snapshotAt(long at) {
        return with(sizeGiB, tags, dropletId, eventId, clearAt, at);
    }
}
