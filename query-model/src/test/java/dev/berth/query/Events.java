package dev.berth.query;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.api.instance.UserData;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolKind;
import java.util.List;

/** Events that many tests begin with. */
public final class Events {
    public static final MachineShape SMALL = new MachineShape(1, 2, 10, 0);
    public static final MachineShape LARGE = new MachineShape(4, 8, 40, 0);

    private Events() {}

    /** An instance of {@code acme}, made by {@code ann} in the pool {@code pool_1}. */
    public static InstanceCreated created(String id) {
        return created(id, "acme", "ann", "pool_1");
    }

    public static InstanceCreated created(String id, String tenant, String by, String pool) {
        return new InstanceCreated(
                id,
                tenant,
                by,
                pool,
                "quota_1",
                Placement.HOSTED,
                "prj_1",
                "small",
                SMALL,
                "ubuntu",
                "sha256:00",
                "https://images.example/ubuntu",
                true,
                List.of("ssh-ed25519 AAAA"),
                (UserData) null,
                DesiredState.RUNNING,
                new Lease("rng_1", "10.0.0.5"),
                "hmac");
    }

    public static InstanceScheduled scheduled(String id) {
        return new InstanceScheduled(id, "acme", "node_1");
    }

    public static InstanceRunning running(String id) {
        return new InstanceRunning(id, "acme", 1);
    }

    public static InstanceStopped stopped(String id) {
        return new InstanceStopped(id, "acme", 1);
    }

    public static InstanceDeleting deleting(String id) {
        return new InstanceDeleting(id, "acme", "ann");
    }

    public static InstanceDeleted deleted(String id) {
        return new InstanceDeleted(id, "acme", 2);
    }

    public static PoolCreated pool(String id, String tenant) {
        return new PoolCreated(id, tenant, "ann", "main", PoolKind.VPS_HOST, null, null, null, "hmac");
    }

    public static NodeRegistered node(String id) {
        return new NodeRegistered(
                id,
                "acme",
                "pool_1",
                "ann",
                "host-1",
                DriverKind.SIMULATED,
                null,
                new Capacity(16, 64, 500, 0),
                "hmac");
    }
}
