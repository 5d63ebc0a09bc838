package dev.berth.sagas.instance;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.Placement;
import dev.berth.api.instance.UserData;
import java.util.List;

/** The events of one instance, in the words of the tables. */
final class Events {
    static final String ID = "inst_1";
    static final String TENANT = "acme";
    static final String NODE = "node_1";
    static final MachineShape SMALL = new MachineShape(1, 2, 10, 0);
    static final MachineShape LARGE = new MachineShape(4, 8, 40, 0);

    private Events() {}

    static InstanceCreated created(DesiredState desired) {
        return new InstanceCreated(
                ID,
                TENANT,
                "ann",
                "pool_1",
                "quota_1",
                Placement.HOSTED,
                null,
                "small",
                SMALL,
                "ubuntu",
                "sha256:00",
                "https://images.example/ubuntu",
                true,
                List.of("ssh-ed25519 AAAA"),
                new UserData("bm9uY2U=", "Y2lwaGVydGV4dA=="),
                desired,
                new Lease("rng_1", "10.0.0.7"),
                "hmac");
    }

    static InstanceEvent named(String name) {
        return switch (name) {
            case "created" -> created(DesiredState.RUNNING);
            case "created-stopped" -> created(DesiredState.STOPPED);
            case "scheduled" -> new InstanceScheduled(ID, TENANT, NODE);
            case "unschedulable" -> new InstanceUnschedulable(ID, TENANT, "vcpu", "No host has room.");
            case "starting" -> new InstanceStarting(ID, TENANT, false, true);
            case "recreating" -> new InstanceStarting(ID, TENANT, true, true);
            case "rescheduling" -> new InstanceStarting(ID, TENANT, true, false);
            case "stopping" -> new InstanceStopping(ID, TENANT);
            case "running" -> new InstanceRunning(ID, TENANT, 1);
            case "stopped" -> new InstanceStopped(ID, TENANT, 1);
            case "resized" -> new InstanceResized(ID, TENANT, "small", SMALL, "large", LARGE);
            case "failed" ->
                new InstanceStepFailed(ID, TENANT, Operation.START, "HostFailed", "It did not work.", 1, 1);
            case "unanswered" -> new InstanceStepUnanswered(ID, TENANT, Operation.START, "NoAnswer", "Not in time.", 1);
            case "error" -> new InstanceErrored(ID, TENANT, Operation.START, "HostFailed", "It did not work.", 1);
            case "no-machine" ->
                new InstanceErrored(ID, TENANT, Operation.START, InstancePlan.NO_MACHINE, "It is not there.", 1);
            case "lost" -> new InstanceLost(ID, TENANT, "HostSilent", "The host does not answer.", false);
            case "host-gone" -> new InstanceLost(ID, TENANT, "HostRemoved", "The host was removed.", true);
            case "assigned" -> new InstanceEvent.InstanceAssigned(ID, TENANT, "acct_1", "nyc3", null, "s-1vcpu-1gb");
            case "begun" -> new InstanceEvent.InstanceCreateBegun(ID, TENANT, ID, 1);
            case "taken" -> new InstanceEvent.InstanceProvisioning(ID, TENANT, "4711");
            case "addressed" -> new InstanceEvent.InstanceAddressed(ID, TENANT, List.of());
            case "duplicate" -> new InstanceEvent.InstanceDuplicateFound(ID, TENANT, "4711", "4712", true);
            case "linked" -> new InstanceEvent.InstanceVolumeLinked(ID, TENANT, "pvol_1");
            case "unlinked" -> new InstanceEvent.InstanceVolumeUnlinked(ID, TENANT, "pvol_1");
            case "doomed" -> new InstanceEvent.InstanceVolumeDoomed(ID, TENANT, "pvol_1", "uuid");
            case "deleting" -> new InstanceDeleting(ID, TENANT, "ann");
            case "deleted" -> new InstanceDeleted(ID, TENANT, 1);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** The events with these names, separated by spaces. */
    static List<InstanceEvent> story(String names) {
        return java.util.Arrays.stream(names.strip().split("\\s+"))
                .map(Events::named)
                .toList();
    }
}
