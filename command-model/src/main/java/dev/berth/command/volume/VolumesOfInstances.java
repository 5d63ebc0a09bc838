package dev.berth.command.volume;

import dev.berth.api.volume.VolumeState;
import dev.berth.command.Streams;
import dev.berth.command.instance.AttachedVolumes;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.quota.Refund;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.axonframework.messaging.MetaData;

/** What becomes of volumes when the instance that they are on goes. They are locked in the order of their ids. */
public final class VolumesOfInstances implements AttachedVolumes {
    private final Streams<Volume> volumes;
    private final VolumeEnding ending;

    /** Over all volumes of a deployment. */
    public VolumesOfInstances(Streams<Volume> volumes, Streams<Network> networks, Names names) {
        this.volumes = volumes;
        this.ending = new VolumeEnding(networks, names);
    }

    @Override
    public Map<String, String> instanceDeleting(
            String instanceId, Set<String> volumeIds, boolean machineThere, boolean lost, String by, MetaData meta) {
        Map<String, String> doomed = new TreeMap<>();
        for (String id : new TreeSet<>(volumeIds)) {
            Streams.Loaded<Volume> volume = volumes.get(id);
            if (volume.get(it -> VolumeRules.goesWithMachine(it, instanceId, machineThere && !lost))) {
                volume.apply(it -> it.deleting(by, instanceId, meta));
                doomed.put(
                        id,
                        volume.get(it -> Optional.ofNullable(it.providerVolumeId))
                                .orElse(""));
            } else if (volume.get(it -> VolumeRules.isWantedOn(it, instanceId))) {
                volume.apply(it -> it.detach(instanceId, machineThere, meta));
            }
        }
        return doomed;
    }

    @Override
    public List<Refund> machineGone(String instanceId, Set<String> doomed, Set<String> gone) {
        List<Refund> refunds = new ArrayList<>();
        for (String id : new TreeSet<>(doomed)) {
            Streams.Loaded<Volume> volume = volumes.get(id);
            long fence = volume.get(it -> it.fence);
            if (volume.get(it -> it.attachment(instanceId)).isPresent()) {
                volume.apply(it -> it.detached(instanceId, fence));
            }
            if (gone.contains(id) && volume.get(it -> it.state == VolumeState.DELETING)) {
                refunds.add(ending.end(volume, fence));
            }
        }
        return refunds;
    }
}
