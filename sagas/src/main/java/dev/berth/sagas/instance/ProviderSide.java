package dev.berth.sagas.instance;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import dev.berth.api.instance.Operation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has at a provider.
 *
 * @param networkId the network of ours that its machine joins
 * @param size the provider's name of its shape
 * @param machineId the provider's id of its machine, once it was given out
 * @param formerMachineId of the machine that it had before, and that is gone
 * @param begun whether a create may have been sent whose outcome is not recorded
 * @param volumes those that are wanted on it
 * @param doomed those that go with its machine: the provider's id by ours, empty where it has none
 */
public record ProviderSide(
        String region,
        @Nullable String networkId,
        String size,
        @Nullable String machineId,
        @Nullable String formerMachineId,
        boolean begun,
        Set<String> volumes,
        Map<String, String> doomed) {
    public ProviderSide {
        volumes = new TreeSet<>(volumes);
        doomed = new TreeMap<>(doomed);
    }

    /** The machine that volumes are on, or were. */
    public Optional<String> lastMachineId() {
        return Optional.ofNullable(machineId).or(() -> Optional.ofNullable(formerMachineId));
    }

    static @Nullable ProviderSide after(@Nullable ProviderSide before, InstanceEvent event) {
        if (event instanceof InstanceAssigned it) {
            return new ProviderSide(
                    it.region(), it.networkId(), it.providerSize(), null, null, false, Set.of(), Map.of());
        }
        return before == null ? null : before.after(event);
    }

    private ProviderSide after(InstanceEvent event) {
        return switch (event) {
            case InstanceCreateBegun it -> machine(machineId, formerMachineId, true);
            case InstanceProvisioning it -> machine(it.providerMachineId(), formerMachineId, false);
            case InstanceStarting it
            when !it.placed() -> machine(null, machineId == null ? formerMachineId : machineId, begun);
            case InstanceStepFailed it
            when it.operation() == Operation.PROVISION -> machine(machineId, formerMachineId, false);
            case InstanceErrored it
            when it.operation() == Operation.PROVISION -> machine(machineId, formerMachineId, false);
            case InstanceVolumeLinked it -> {
                Set<String> now = new TreeSet<>(volumes);
                now.add(it.volumeId());
                yield with(now, doomed);
            }
            case InstanceVolumeUnlinked it -> {
                Set<String> now = new TreeSet<>(volumes);
                now.remove(it.volumeId());
                yield with(now, doomed);
            }
            case InstanceVolumeDoomed it -> {
                Map<String, String> now = new TreeMap<>(doomed);
                now.put(it.volumeId(), it.providerVolumeId());
                yield with(volumes, now);
            }
            default -> this;
        };
    }

    private ProviderSide machine(@Nullable String now, @Nullable String former, boolean nowBegun) {
        return new ProviderSide(region, networkId, size, now, former, nowBegun, volumes, doomed);
    }

    private ProviderSide with(Set<String> nowVolumes, Map<String, String> nowDoomed) {
        return new ProviderSide(region, networkId, size, machineId, formerMachineId, begun, nowVolumes, nowDoomed);
    }
}
