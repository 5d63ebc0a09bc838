package dev.berth.api.quota;

import dev.berth.api.instance.MachineShape;

/**
 * An amount of each resource: a limit, what is used, or what is asked for.
 *
 * @param vcpu      virtual processors
 * @param memoryGiB memory, in GiB
 * @param gpus      whole GPUs
 * @param diskGiB   disk, in GiB
 */
public record Quotas(long vcpu, long memoryGiB, long gpus, long diskGiB) {
    /** Nothing of anything. */
    public static final Quotas NONE = new Quotas(0, 0, 0, 0);

    /** What a machine of this shape takes in a hosted pool. */
    public static Quotas of(MachineShape shape) {
        return new Quotas(shape.vcpu(), shape.memoryGiB(), shape.gpus(), shape.diskGiB());
    }

    /** What a machine of this shape takes in a provider pool, whose disk is for volumes alone. */
    public static Quotas ofProvider(MachineShape shape) {
        return new Quotas(shape.vcpu(), shape.memoryGiB(), shape.gpus(), 0);
    }

    /** What a volume of this size takes. */
    public static Quotas ofDisk(long gib) {
        return new Quotas(0, 0, 0, gib);
    }

    /** The amount of one resource. */
    public long get(ResourceKind kind) {
        return switch (kind) {
            case VCPU -> vcpu;
            case MEMORY_GIB -> memoryGiB;
            case GPUS -> gpus;
            case DISK_GIB -> diskGiB;
        };
    }

    /** The same with another amount of one resource. */
    public Quotas with(ResourceKind kind, long amount) {
        return switch (kind) {
            case VCPU -> new Quotas(amount, memoryGiB, gpus, diskGiB);
            case MEMORY_GIB -> new Quotas(vcpu, amount, gpus, diskGiB);
            case GPUS -> new Quotas(vcpu, memoryGiB, amount, diskGiB);
            case DISK_GIB -> new Quotas(vcpu, memoryGiB, gpus, amount);
        };
    }

    /** The sum. */
    public Quotas plus(Quotas other) {
        return new Quotas(vcpu + other.vcpu, memoryGiB + other.memoryGiB, gpus + other.gpus, diskGiB + other.diskGiB);
    }

    /** The difference, which may be negative. */
    public Quotas minus(Quotas other) {
        return new Quotas(vcpu - other.vcpu, memoryGiB - other.memoryGiB, gpus - other.gpus, diskGiB - other.diskGiB);
    }
}
