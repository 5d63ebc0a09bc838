package dev.berth.command.node;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.NODE;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.SMALL_SHAPE;
import static dev.berth.command.Given.named;
import static dev.berth.command.Given.pool;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Context;
import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.naming.NameEvent.NameReleased;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.CordonNode;
import dev.berth.api.node.DrainNode;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeCordoned;
import dev.berth.api.node.NodeEvent.NodeDraining;
import dev.berth.api.node.NodeEvent.NodeLost;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.NodeEvent.NodeUnreachable;
import dev.berth.api.node.NodeObservation.NodeAnswered;
import dev.berth.api.node.NodeObservation.NodeSilent;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.node.RemoveNode;
import dev.berth.api.node.UncordonNode;
import dev.berth.api.node.UpdateNode;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Every command and observation in every situation that a host can be in. */
class NodeStatesTest {
    private static final Capacity CAPACITY = new Capacity(8, 16, 80, 0);
    private static final DomainEvent READY = new NodeReady(NODE, ACME, POOL);
    private static final DomainEvent SILENT = new NodeUnreachable(NODE, ACME, POOL, "no answer");
    private static final DomainEvent LOST = new NodeLost(NODE, ACME, POOL, "no answer");
    private static final DomainEvent CORDONED = new NodeCordoned(NODE, ACME, POOL);
    private static final DomainEvent DRAINING = new NodeDraining(NODE, ACME, POOL);

    enum Situation {
        PENDING,
        PENDING_CORDONED(CORDONED),
        PENDING_SILENT(SILENT),
        READY_EMPTY(READY),
        READY_SILENT(READY, SILENT),
        CORDONED_EMPTY(READY, CORDONED),
        DRAINING_EMPTY(READY, DRAINING),
        LOST_EMPTY(READY, LOST),
        LOST_CORDONED(READY, CORDONED, LOST),
        REMOVED(
                READY,
                new NodeRemoved(NODE, ACME, POOL, false),
                new NameReleased(Ids.derived("name", ACME, "node", "host-a"), ACME, NODE));

        private final List<DomainEvent> story;

        Situation(DomainEvent... events) {
            story = all(
                    tenants(ACME),
                    pool(POOL, ACME),
                    List.of(
                            new NodeRegistered(
                                    NODE, ACME, POOL, "ann", "host-a", DriverKind.SIMULATED, null, CAPACITY, "hmac"),
                            named(ACME, "node", "host-a", NODE)),
                    List.of(events));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check(
                "node-states.txt", Situation.class, it -> Scenario.given(it.story), acts(), NodeStatesTest::state);
    }

    @Test
    void everyStateIsInTheTable() {
        assertThat(Arrays.stream(Situation.values())
                        .map(it -> Scenario.given(it.story).see(Node.class, NODE, Node::state))
                        .distinct())
                .containsExactlyInAnyOrder(NodeState.values());
    }

    @Test
    void aHostThatHoldsInstancesIsRemovedOnlyAsGone() {
        Scenario.given(Situation.READY_EMPTY.story)
                .and(new NodeAllocated(NODE, ACME, POOL, "inst_x", SMALL_SHAPE))
                .when(new RemoveNode(ACME, NODE, false))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "ready"))
                .when(new RemoveNode(ACME, NODE, true))
                .as(admin(ACME))
                .thenHappened("node.removed", "name.released")
                .when(new RemoveNode(ACME, NODE, false))
                .as(admin(ACME))
                .unchanged()
                .when(new NodeAnswered(NODE))
                .seen()
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "removed"));
    }

    @Test
    void aRegistrationIsIdempotentByItsKey() {
        RegisterNode register = register("host-b", "k", CAPACITY);
        Scenario scenario = Scenario.given(Situation.PENDING.story)
                .when(register)
                .as(admin(ACME))
                .thenHappened("node.registered", "name.claimed");
        String id = NodeCommands.id(register, new Context(admin(ACME), "r", scenario.now(), new Ids.Seed(0, 0)));
        scenario.when(register)
                .as(admin(ACME))
                .answers(id)
                .unchanged()
                .when(register("host-c", "k", CAPACITY))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("nodeId", id))
                .when(register("host-b", "other key", CAPACITY))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("nodeId", id));
    }

    @Test
    void anothersHostIsNotFound() {
        Scenario.given(Situation.READY_EMPTY.story)
                .when(new DrainNode("other", NODE))
                .as(admin("other"))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-node/" + NODE));
    }

    private static RegisterNode register(String name, String key, Capacity capacity) {
        return new RegisterNode(ACME, POOL, name, DriverKind.SIMULATED, null, capacity, key);
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put(
                "register of the same name",
                it -> it.when(register("host-a", "k", CAPACITY)).as(admin(ACME)));
        acts.put(
                "update",
                it -> it.when(new UpdateNode(ACME, NODE, "unix:/run/host", null))
                        .as(admin(ACME)));
        acts.put(
                "update to what it is",
                it -> it.when(new UpdateNode(ACME, NODE, null, CAPACITY)).as(admin(ACME)));
        acts.put("cordon", it -> it.when(new CordonNode(ACME, NODE)).as(admin(ACME)));
        acts.put("uncordon", it -> it.when(new UncordonNode(ACME, NODE)).as(admin(ACME)));
        acts.put("drain", it -> it.when(new DrainNode(ACME, NODE)).as(admin(ACME)));
        acts.put("remove", it -> it.when(new RemoveNode(ACME, NODE, false)).as(admin(ACME)));
        acts.put(
                "remove as gone",
                it -> it.when(new RemoveNode(ACME, NODE, true)).as(admin(ACME)));
        acts.put("answered", it -> it.when(new NodeAnswered(NODE)).seen());
        acts.put(
                "did not answer",
                it -> it.when(new NodeSilent(NODE, "no answer", false)).seen());
        acts.put(
                "did not answer otherwise",
                it -> it.when(new NodeSilent(NODE, "refused", false)).seen());
        acts.put(
                "did not answer for too long",
                it -> it.when(new NodeSilent(NODE, "no answer", true)).seen());
        return acts;
    }

    private static String state(Scenario it) {
        return it.see(
                Node.class,
                NODE,
                node -> node.state().name().toLowerCase(Locale.ROOT)
                        + (node.lacking(SMALL_SHAPE).isEmpty() ? ", takes instances" : ""));
    }
}
