package dev.berth.command.instance;

import dev.berth.command.quota.Refund;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.messaging.MetaData;

/** What becomes of the volumes on an instance, in the unit of work of what becomes of the instance. */
public interface AttachedVolumes {
    /**
     * The instance is to be deleted: those volumes that go with its machine are marked, the others are to be detached.
     *
     * @param volumeIds    what is wanted on it
     * @param machineThere whether the provider may have been asked to attach something to its machine
     * @param lost         whether its machine is gone or out of reach, so that nothing goes with it
     * @return those that go with its machine, by their ids, with the provider's ids
     */
    Map<String, String> instanceDeleting(
            String instanceId, Set<String> volumeIds, boolean machineThere, boolean lost, String by, MetaData meta);

    /**
     * The instance's machine is gone.
     *
     * @param doomed what was to go with it
     * @param gone   what went with it; the rest of the doomed is left to be deleted by itself
     * @return the charges that are to be given back
     */
    List<Refund> machineGone(String instanceId, Set<String> doomed, Set<String> gone);
}
