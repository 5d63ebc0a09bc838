package dev.berth.api.volume;

/** The snapshot that a volume is made from. */
public record VolumeSource(String snapshotId, String providerSnapshotId) {}
