package dev.berth.command.instance;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.IMAGE;
import static dev.berth.command.Given.NODE;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.RANGE;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Given.SMALL_SHAPE;
import static dev.berth.command.Scenario.all;

import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.AddressReleased;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.Placement;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeReleased;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Given;
import dev.berth.command.TestDigest;
import dev.berth.command.quota.Quota;
import java.util.List;

/** The lives of one small instance, as events, each with what it did to quota, range and host. */
final class Stories {
    static final String KEY = "key-1";
    static final String ID = Ids.derived("inst", ACME, "ann", "instances.create", KEY);
    static final Lease LEASE = new Lease(RANGE, "10.0.0.10");
    private static final String QUOTA = Quota.id(ACME, POOL);
    private static final Quotas CHARGE = Quotas.of(SMALL_SHAPE);

    private Stories() {}

    static CreateInstance create(String flavor, DesiredState desired) {
        InitialState initial = desired == DesiredState.RUNNING ? InitialState.RUNNING : InitialState.STOPPED;
        return new CreateInstance(ACME, POOL, null, flavor, IMAGE, List.of(), null, initial, KEY, null);
    }

    /** Where everything begins; a second host stands by. */
    static List<DomainEvent> everything() {
        return all(
                Given.everything(),
                Given.node(Given.id("node", 2), POOL, ACME, new dev.berth.api.node.Capacity(8, 16, 80, 0)));
    }

    static List<DomainEvent> created(DesiredState desired) {
        return List.of(
                new InstanceCreated(
                        ID,
                        ACME,
                        "ann",
                        POOL,
                        QUOTA,
                        Placement.HOSTED,
                        null,
                        SMALL,
                        SMALL_SHAPE,
                        IMAGE,
                        "sha256:" + "0".repeat(64),
                        "https://images.example/" + IMAGE,
                        false,
                        List.of(),
                        null,
                        desired,
                        LEASE,
                        TestDigest.of(create(SMALL, desired))),
                new QuotaCharged(QUOTA, ACME, POOL, ID, CHARGE),
                new AddressLeased(RANGE, ACME, POOL, ID, LEASE.address()));
    }

    static List<DomainEvent> unschedulable() {
        return List.of(new InstanceUnschedulable(ID, ACME, "NoNode", "No host of the pool is ready."));
    }

    static List<DomainEvent> scheduled() {
        return List.of(new InstanceScheduled(ID, ACME, NODE), new NodeAllocated(NODE, ACME, POOL, ID, SMALL_SHAPE));
    }

    static List<DomainEvent> running() {
        return List.of(new InstanceRunning(ID, ACME, 1));
    }

    static List<DomainEvent> stopped() {
        return List.of(new InstanceStopped(ID, ACME, 1));
    }

    static List<DomainEvent> starting() {
        return List.of(new InstanceStarting(ID, ACME, false, true));
    }

    static List<DomainEvent> stopping() {
        return List.of(new InstanceStopping(ID, ACME));
    }

    static List<DomainEvent> failed(Operation operation) {
        return List.of(new InstanceStepFailed(ID, ACME, operation, "HostFailed", "No luck.", 1, 1));
    }

    static List<DomainEvent> unanswered(Operation operation) {
        return List.of(new InstanceStepUnanswered(ID, ACME, operation, "NoAnswer", "Not in time.", 1));
    }

    static List<DomainEvent> errored() {
        return List.of(new InstanceErrored(ID, ACME, Operation.PROVISION, "Refused", "The host refused it.", 1));
    }

    static List<DomainEvent> lost() {
        return List.of(new InstanceLost(ID, ACME, "MachineGone", "The host no longer has the machine.", false));
    }

    static List<DomainEvent> hostGone() {
        return List.of(
                new NodeRemoved(NODE, ACME, POOL, true),
                new InstanceLost(ID, ACME, "HostGone", "The host was removed.", true));
    }

    static List<DomainEvent> deleting() {
        return List.of(new InstanceDeleting(ID, ACME, "ann"));
    }

    static List<DomainEvent> deleted() {
        return List.of(
                new InstanceDeleted(ID, ACME, 1),
                new QuotaRefunded(QUOTA, ACME, POOL, ID, CHARGE),
                new AddressReleased(RANGE, ACME, POOL, ID, LEASE.address()),
                new NodeReleased(NODE, ACME, POOL, ID, SMALL_SHAPE));
    }
}
