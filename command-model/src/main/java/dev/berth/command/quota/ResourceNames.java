package dev.berth.command.quota;

import dev.berth.api.quota.ResourceKind;

/** The names of resources as they stand in errors and conditions. */
public final class ResourceNames {
    private ResourceNames() {}

    /** Such as {@code memoryGiB}. */
    public static String of(ResourceKind kind) {
        return switch (kind) {
            case VCPU -> "vcpu";
            case MEMORY_GIB -> "memoryGiB";
            case GPUS -> "gpus";
            case DISK_GIB -> "diskGiB";
        };
    }
}
