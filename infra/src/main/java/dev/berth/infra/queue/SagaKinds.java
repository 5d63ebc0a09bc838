package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceReader;
import dev.berth.sagas.instance.InstanceSaga;
import dev.berth.sagas.network.NetworkFacts;
import dev.berth.sagas.network.NetworkPlan;
import dev.berth.sagas.network.NetworkSaga;
import dev.berth.sagas.snapshot.SnapshotFacts;
import dev.berth.sagas.snapshot.SnapshotPlan;
import dev.berth.sagas.snapshot.SnapshotSaga;
import dev.berth.sagas.volume.VolumeFacts;
import dev.berth.sagas.volume.VolumePlan;
import dev.berth.sagas.volume.VolumeSaga;
import java.util.List;

/** The kinds of sagas that there are. */
final class SagaKinds {
    private SagaKinds() {}

    static List<SagaKind<?, ?>> all(ResourceStreams streams) {
        return List.of(instances(streams::instance), volumes(streams), snapshots(streams), networks(streams));
    }

    static SagaKind<InstancePlan, InstanceSaga> instances(InstanceReader instances) {
        return new SagaKind<>(
                InstanceSaga.class,
                InstanceSaga::new,
                InstanceEvent.class,
                "instanceId",
                "inst_",
                id -> instances.load(id).map(InstanceFacts::plan),
                InstanceSaga::new);
    }

    static SagaKind<VolumePlan, VolumeSaga> volumes(ResourceStreams streams) {
        return new SagaKind<>(
                VolumeSaga.class,
                VolumeSaga::new,
                VolumeEvent.class,
                "volumeId",
                "pvol_",
                id -> streams.volume(id).map(VolumeFacts::plan),
                VolumeSaga::new);
    }

    static SagaKind<SnapshotPlan, SnapshotSaga> snapshots(ResourceStreams streams) {
        return new SagaKind<>(
                SnapshotSaga.class,
                SnapshotSaga::new,
                SnapshotEvent.class,
                "snapshotId",
                "psnap_",
                id -> streams.snapshot(id).map(SnapshotFacts::plan),
                SnapshotSaga::new);
    }

    static SagaKind<NetworkPlan, NetworkSaga> networks(ResourceStreams streams) {
        return new SagaKind<>(
                NetworkSaga.class,
                NetworkSaga::new,
                NetworkEvent.class,
                "networkId",
                "net_",
                id -> streams.network(id).map(NetworkFacts::plan),
                NetworkSaga::new);
    }
}
