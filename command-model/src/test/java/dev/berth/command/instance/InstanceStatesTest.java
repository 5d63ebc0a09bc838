package dev.berth.command.instance;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.LARGE;
import static dev.berth.command.Given.NODE;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.instance.Stories.ID;
import static dev.berth.command.instance.Stories.created;
import static dev.berth.command.instance.Stories.deleted;
import static dev.berth.command.instance.Stories.deleting;
import static dev.berth.command.instance.Stories.errored;
import static dev.berth.command.instance.Stories.failed;
import static dev.berth.command.instance.Stories.hostGone;
import static dev.berth.command.instance.Stories.lost;
import static dev.berth.command.instance.Stories.running;
import static dev.berth.command.instance.Stories.scheduled;
import static dev.berth.command.instance.Stories.starting;
import static dev.berth.command.instance.Stories.stopped;
import static dev.berth.command.instance.Stories.stopping;
import static dev.berth.command.instance.Stories.unanswered;
import static dev.berth.command.instance.Stories.unschedulable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceObservation.HostLost;
import dev.berth.api.instance.InstanceObservation.MachineSeen;
import dev.berth.api.instance.InstanceObservation.PlaceInstance;
import dev.berth.api.instance.InstanceObservation.Result;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.ResizeInstance;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.instance.StopInstance;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.command.Given;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import dev.berth.command.node.Node;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every command and observation in every situation that an instance can be in. */
class InstanceStatesTest {
    private static final DesiredState RUN = DesiredState.RUNNING;
    private static final DesiredState STOP = DesiredState.STOPPED;
    /** Newer than every step of the stories. */
    private static final long FENCE = 10;

    /** Where an instance can be, and what is wanted of it. */
    enum Situation {
        SCHEDULING(created(RUN), unschedulable()),
        SCHEDULING_TO_STOP(created(STOP), unschedulable()),
        PROVISIONING(created(RUN), scheduled()),
        PROVISIONING_TO_STOP(created(STOP), scheduled()),
        PROVISIONING_ONCE_FAILED(created(RUN), scheduled(), failed(Operation.PROVISION)),
        PROVISIONING_UNANSWERED(created(RUN), scheduled(), unanswered(Operation.PROVISION)),
        STARTING(created(STOP), scheduled(), stopped(), starting()),
        STARTING_TO_STOP(created(STOP), scheduled(), stopped(), starting(), stopping()),
        RUNNING(created(RUN), scheduled(), running()),
        RUNNING_TO_STOP(created(RUN), scheduled(), running(), stopping()),
        RUNNING_AFTER_ALL(created(RUN), scheduled(), running(), stopping(), starting()),
        STOPPED(created(STOP), scheduled(), stopped()),
        STOPPED_TO_RUN(created(RUN), scheduled(), running(), stopped()),
        ERROR(created(RUN), scheduled(), errored()),
        ERROR_TO_STOP(created(RUN), scheduled(), errored(), stopping()),
        LOST(created(RUN), scheduled(), running(), lost()),
        LOST_TO_STOP(created(RUN), scheduled(), running(), lost(), stopping()),
        LOST_WITH_ITS_HOST(created(RUN), scheduled(), running(), hostGone()),
        DELETING(created(RUN), scheduled(), running(), deleting()),
        DELETING_ONCE_FAILED(created(RUN), scheduled(), running(), deleting(), failed(Operation.DESTROY)),
        DELETING_UNANSWERED(created(RUN), scheduled(), running(), deleting(), unanswered(Operation.DESTROY)),
        DELETING_WITHOUT_HOST(created(RUN), unschedulable(), deleting()),
        DELETED(created(RUN), scheduled(), running(), deleting(), deleted());

        private final List<DomainEvent> story;

        @SafeVarargs
        Situation(List<DomainEvent>... story) {
            this.story = all(story);
        }

        Scenario given() {
            return Scenario.given(all(Stories.everything(), story));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check("instance-states.txt", Situation.class, Situation::given, acts(), InstanceStatesTest::state);
    }

    @Test
    void everyStateThatThisReleaseReachesIsInTheTable() {
        Set<String> situations = Arrays.stream(Situation.values())
                .map(it -> it.given().see(Instance.class, ID, instance -> instance.state.name()))
                .collect(Collectors.toSet());
        Set<InstanceState> notReached = EnumSet.of(
                InstanceState.PENDING, InstanceState.REBOOTING, InstanceState.RESIZING, InstanceState.PAUSED);
        assertThat(situations)
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.copyOf(notReached)).stream()
                        .map(Enum::name)
                        .toList());
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put(
                "create again",
                it -> it.when(Stories.create(SMALL, wantedAtFirst(it))).as(admin(ACME)));
        acts.put(
                "create otherwise",
                it -> it.when(Stories.create(LARGE, wantedAtFirst(it))).as(admin(ACME)));
        acts.put("start", it -> it.when(new StartInstance(ACME, ID)).as(admin(ACME)));
        acts.put("stop", it -> it.when(new StopInstance(ACME, ID)).as(admin(ACME)));
        acts.put("resize", it -> it.when(new ResizeInstance(ACME, ID, LARGE)).as(admin(ACME)));
        acts.put(
                "resize to what it is",
                it -> it.when(new ResizeInstance(ACME, ID, SMALL)).as(admin(ACME)));
        acts.put("delete", it -> it.when(new DeleteInstance(ACME, ID)).as(admin(ACME)));
        acts.put("step ended running", it -> ended(it, Operation.START, done(Seen.RUNNING), FENCE, 0));
        acts.put("step ended stopped", it -> ended(it, Operation.STOP, done(Seen.STOPPED), FENCE, 0));
        acts.put("step ended destroyed", it -> ended(it, Operation.DESTROY, done(Seen.ABSENT), FENCE, 0));
        acts.put("step ended without machine", it -> ended(it, Operation.STOP, done(Seen.ABSENT), FENCE, 0));
        acts.put("step failed", it -> ended(it, operation(it), failure(false), FENCE, 0));
        acts.put("step failed for good", it -> ended(it, operation(it), failure(true), FENCE, 0));
        acts.put("step unanswered", it -> ended(it, operation(it), SILENCE, FENCE, 0));
        acts.put("step of a known fence", it -> ended(it, operation(it), failure(true), fence(it), 0));
        acts.put("step begun before", it -> ended(it, Operation.DESTROY, done(Seen.ABSENT), FENCE, wantedAgo(it)));
        acts.put("seen running", it -> seen(it, NODE, Seen.RUNNING, 0));
        acts.put("seen stopped", it -> seen(it, NODE, Seen.STOPPED, 0));
        acts.put("seen no more", it -> seen(it, NODE, Seen.ABSENT, 0));
        acts.put("seen otherwise before", it -> seen(it, NODE, Seen.ABSENT, 1));
        acts.put("seen on another host", it -> seen(it, Given.id("node", 2), Seen.RUNNING, 0));
        acts.put("host lost", it -> it.when(hostLost(NODE, false)).seen());
        acts.put("host gone", InstanceStatesTest::hostGoes);
        acts.put(
                "another host gone",
                it -> it.when(hostLost(Given.id("node", 2), true)).seen());
        acts.put("room is looked for", it -> it.when(new PlaceInstance(ID)).seen());
        return acts;
    }

    private static DesiredState wantedAtFirst(Scenario it) {
        return it.see(Instance.class, ID, instance -> instance.requestHmac.contains("desiredState=RUNNING"))
                ? RUN
                : STOP;
    }

    private static Operation operation(Scenario it) {
        return it.see(Instance.class, ID, instance -> instance.desired) == DesiredState.DELETED
                ? Operation.DESTROY
                : Operation.START;
    }

    private static long fence(Scenario it) {
        return it.see(Instance.class, ID, instance -> instance.fence);
    }

    /** How many events ago the step began that what is wanted has overtaken. */
    private static long wantedAgo(Scenario it) {
        return it.see(Instance.class, ID, instance -> instance.revision - instance.wantedSince + 1);
    }

    private static Result done(Seen seen) {
        return new Result.Succeeded(seen);
    }

    private static final Result SILENCE = new Result.Unknown("NoAnswer", "Not in time.");

    private static Result failure(boolean forGood) {
        return new Result.Failed("NoDisk", "The disk is full.", forGood);
    }

    private static Scenario.Answer ended(Scenario it, Operation operation, Result result, long fence, long ago) {
        long revision = it.see(Instance.class, ID, instance -> instance.revision);
        return it.when(new StepEnded(ID, operation, revision - ago, fence, result))
                .seen();
    }

    private static Scenario.Answer seen(Scenario it, String nodeId, Seen seen, long ago) {
        long revision = it.see(Instance.class, ID, instance -> instance.revision);
        return it.when(new MachineSeen(ID, nodeId, revision - ago, seen)).seen();
    }

    private static HostLost hostLost(String nodeId, boolean gone) {
        return new HostLost(ID, nodeId, gone, gone ? "HostGone" : "HostLost", "It does not answer.");
    }

    /** First its host is removed, then the instance is told. */
    private static Scenario.Answer hostGoes(Scenario it) {
        boolean there = !it.see(Node.class, NODE, Node::isRemoved);
        Scenario then = there ? it.and(new NodeRemoved(NODE, ACME, Given.POOL, true)) : it;
        return then.when(hostLost(NODE, true)).seen();
    }

    private static String state(Scenario it) {
        return it.see(
                        Instance.class,
                        ID,
                        instance -> instance.state + " / " + instance.desired
                                + (instance.placed()
                                        ? " on " + (instance.host().equals(NODE) ? "its host" : "another")
                                        : ""))
                .toLowerCase(Locale.ROOT);
    }
}
