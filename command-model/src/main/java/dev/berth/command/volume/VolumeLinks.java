package dev.berth.command.volume;

import java.util.Optional;

/**
 * Which resource a call that does not name it has to lock first. Read from the streams without locking, so that it may
 * have changed by the time of the decision, which looks again.
 */
public interface VolumeLinks {
    /** The instance that a block volume is on, wanted or being detached. */
    Optional<String> instanceOf(String volumeId);

    /** The volume of a snapshot; never changes. */
    Optional<String> volumeOf(String snapshotId);
}
