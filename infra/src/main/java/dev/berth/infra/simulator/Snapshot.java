package dev.berth.infra.simulator;

import java.util.List;

/**
 * A snapshot of a volume, or of a Droplet's disk.
 *
 * @param ofVolume of what
 * @param resourceId the volume's or the Droplet's id
 * @param minDiskGiB what is needed to restore it
 */
record Snapshot(
        String id,
        String name,
        String region,
        boolean ofVolume,
        String resourceId,
        int minDiskGiB,
        List<String> tags,
        long createdAt)
        implements Entity {

    @Override
    public String key() {
        return "snapshot/" + id;
    }

    Snapshot withTags(List<String> now) {
        return new Snapshot(id, name, region, ofVolume, resourceId, minDiskGiB, now, createdAt);
    }
}
