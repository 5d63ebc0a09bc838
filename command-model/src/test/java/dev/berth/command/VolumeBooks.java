package dev.berth.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What live volumes hold, and what they are on: a block volume on one instance at most, and each instance that is to live
 * knows exactly the volumes that are wanted on it.
 */
final class VolumeBooks {
    private final Map<String, Held> held = new HashMap<>();
    private final Map<String, Set<String>> on = new HashMap<>();
    private final Map<String, Set<String>> wantedOn = new TreeMap<>();
    private final Map<String, Set<String>> mirrored = new TreeMap<>();
    private final Set<String> ending = new HashSet<>();

    private record Held(String quotaId, VolumeKind kind, long gib) {}

    void on(VolumeEvent event) {
        String id = event.volumeId();
        switch (event) {
            case VolumeEvent.VolumeCreated it -> {
                held.put(id, new Held(it.quotaId(), it.kind(), it.sizeGiB()));
                on.put(id, new TreeSet<>());
            }
            case VolumeEvent.VolumeResizing it -> resize(id, it.sizeGiB());
            case VolumeEvent.VolumeResizeRefused it -> resize(id, it.sizeGiB());
            case VolumeEvent.VolumeAttaching it -> {
                on.get(id).add(it.instanceId());
                wantedOn.computeIfAbsent(it.instanceId(), key -> new TreeSet<>())
                        .add(id);
                if (held.get(id).kind == VolumeKind.BLOCK) {
                    assertThat(on.get(id))
                            .as("instances of block volume %s", id)
                            .hasSize(1);
                }
            }
            case VolumeEvent.VolumeDetaching it -> wantedOn.get(it.instanceId()).remove(id);
            case VolumeEvent.VolumeDetached it -> {
                on.get(id).remove(it.instanceId());
                wantedOn.get(it.instanceId()).remove(id);
            }
            case VolumeEvent.VolumeDeleted it -> {
                assertThat(on.get(id)).as("instances of deleted volume %s", id).isEmpty();
                assertThat(held.remove(id)).as("%s deleted twice", id).isNotNull();
            }
            default -> {}
        }
    }

    private void resize(String id, int gib) {
        held.computeIfPresent(id, (key, has) -> new Held(has.quotaId, has.kind, gib));
    }

    void on(InstanceEvent event) {
        String id = event.instanceId();
        switch (event) {
            case InstanceEvent.InstanceVolumeLinked it ->
                mirrored.computeIfAbsent(id, key -> new TreeSet<>()).add(it.volumeId());
            case InstanceEvent.InstanceVolumeUnlinked it -> mirrored.get(id).remove(it.volumeId());
            case InstanceEvent.InstanceDeleting it -> ending.add(id);
            default -> {}
        }
    }

    void charge(Map<String, Quotas> charges) {
        held.values().forEach(it -> charges.merge(it.quotaId, Quotas.ofDisk(it.gib), Quotas::plus));
    }

    void check() {
        assertThat(live(mirrored))
                .as("volumes that instances know, beside those wanted on them")
                .isEqualTo(live(wantedOn));
    }

    private Map<String, Set<String>> live(Map<String, Set<String>> some) {
        Map<String, Set<String>> live = new TreeMap<>();
        some.forEach((id, volumes) -> {
            if (!ending.contains(id) && !volumes.isEmpty()) {
                live.put(id, volumes);
            }
        });
        return live;
    }

    boolean empty() {
        return held.isEmpty();
    }
}
