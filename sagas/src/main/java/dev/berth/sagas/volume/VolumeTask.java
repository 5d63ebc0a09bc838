package dev.berth.sagas.volume;

import org.jspecify.annotations.Nullable;

/**
 * One thing that a volume needs. A volume may need several at once, which don't wait for each other.
 *
 * @param instanceId of an attachment, on which instance; null of the volume itself
 */
public record VolumeTask(Kind kind, @Nullable String instanceId) {
    /** What is to be done. */
    public enum Kind {
        DETACH,
        CREATE,
        RESIZE,
        ATTACH,
        DELETE
    }

    static VolumeTask of(Kind kind) {
        return new VolumeTask(kind, null);
    }
}
