package dev.berth.command.instance;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.LARGE;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.INSTANCE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.POOL;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.volume.VolumeStories.failure;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceObservation.MachineCreateBegins;
import dev.berth.api.instance.InstanceObservation.MachineDuplicate;
import dev.berth.api.instance.InstanceObservation.PlaceInstance;
import dev.berth.api.instance.InstanceObservation.ProviderMachineSeen;
import dev.berth.api.instance.InstanceObservation.ProviderResult;
import dev.berth.api.instance.InstanceObservation.ProviderStepEnded;
import dev.berth.api.instance.InstanceObservation.Result;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.ResizeInstance;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.instance.StopInstance;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import dev.berth.command.quota.Quota;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Every command and observation in every situation that an instance in a provider pool can be in. */
class ProviderInstanceStatesTest {
    private static final String ID = INSTANCE;
    private static final long FENCE = 10;
    private static final List<Address> ADDRESSES = List.of(new Address("192.0.2.7", Address.Kind.PUBLIC));

    enum Situation {
        SCHEDULING(),
        SCHEDULING_BEGUN(begun()),
        SCHEDULING_TO_STOP(stopping()),
        PROVISIONING(begun(), taken()),
        PROVISIONING_TO_STOP(begun(), taken(), stopping()),
        RUNNING(begun(), taken(), running()),
        RUNNING_TO_STOP(begun(), taken(), running(), stopping()),
        STOPPED(begun(), taken(), stopping(), stopped()),
        STARTING(begun(), taken(), stopping(), stopped(), starting(false, true)),
        STOPPED_TO_RUN(begun(), taken(), running(), stopped()),
        ERROR_NEVER_MADE(begun(), errored("Limit")),
        ERROR_WITH_MACHINE(begun(), taken(), running(), stopping(), errored("Limit")),
        ERROR_WITHOUT_MACHINE(begun(), taken(), running(), stopping(), errored("NoMachine")),
        LOST(begun(), taken(), running(), lost()),
        LOST_AND_MADE_ANEW(begun(), taken(), running(), lost(), starting(true, false)),
        DELETING_NEVER_MADE(deleting()),
        DELETING_BEGUN(begun(), deleting()),
        DELETING(begun(), taken(), running(), deleting()),
        DELETED(begun(), taken(), running(), deleting(), deleted());

        private final List<DomainEvent> story;

        @SafeVarargs
        Situation(List<DomainEvent>... story) {
            this.story = all(story);
        }

        Scenario given() {
            return Scenario.given(all(
                    Given.tenants(ACME),
                    Provided.account(Provided.ACCOUNT, ACME, "cloud"),
                    Provided.network(NETWORK, Provided.ACCOUNT, ACME, "net"),
                    Provided.pool(),
                    List.of(Given.flavor(POOL, ACME, LARGE, Given.LARGE_SHAPE)),
                    Provided.wanted(ID, HERE, NETWORK),
                    story));
        }
    }

    private static List<DomainEvent> begun() {
        return List.of(new InstanceCreateBegun(ID, ACME, "name", 1));
    }

    private static List<DomainEvent> taken() {
        return List.of(new InstanceProvisioning(ID, ACME, "m-1"));
    }

    private static List<DomainEvent> running() {
        return List.of(new InstanceRunning(ID, ACME, 1));
    }

    private static List<DomainEvent> stopped() {
        return List.of(new InstanceStopped(ID, ACME, 2));
    }

    private static List<DomainEvent> starting(boolean recreate, boolean placed) {
        return List.of(new InstanceStarting(ID, ACME, recreate, placed));
    }

    private static List<DomainEvent> stopping() {
        return List.of(new InstanceStopping(ID, ACME));
    }

    private static List<DomainEvent> errored(String reason) {
        return List.of(new InstanceErrored(ID, ACME, Operation.PROVISION, reason, "The provider says no.", 2));
    }

    private static List<DomainEvent> lost() {
        return List.of(new InstanceLost(ID, ACME, "MachineGone", "It is gone.", false));
    }

    private static List<DomainEvent> deleting() {
        return List.of(new InstanceDeleting(ID, ACME, "ann"));
    }

    private static List<DomainEvent> deleted() {
        String quota = Quota.id(ACME, POOL);
        return List.of(
                new InstanceDeleted(ID, ACME, 3),
                new QuotaRefunded(quota, ACME, POOL, ID, Quotas.ofProvider(Given.SMALL_SHAPE)));
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check(
                "provider-instance-states.txt",
                Situation.class,
                Situation::given,
                acts(),
                ProviderInstanceStatesTest::state);
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("start", it -> it.when(new StartInstance(ACME, ID)).as(admin(ACME)));
        acts.put("stop", it -> it.when(new StopInstance(ACME, ID)).as(admin(ACME)));
        acts.put("resize", it -> it.when(new ResizeInstance(ACME, ID, LARGE)).as(admin(ACME)));
        acts.put("delete", it -> it.when(new DeleteInstance(ACME, ID)).as(admin(ACME)));
        acts.put(
                "create begins",
                it -> it.when(new MachineCreateBegins(ID, "name", revision(it), FENCE))
                        .seen());
        acts.put(
                "create of a known fence begins",
                it -> it.when(new MachineCreateBegins(ID, "name", revision(it), 0))
                        .seen());
        ProviderResult taken = new ProviderResult.Taken("m-2");
        acts.put("taken", it -> ended(it, Operation.PROVISION, taken, FENCE, 0));
        acts.put("taken by a step begun before", it -> ended(it, Operation.PROVISION, taken, FENCE, wantedAgo(it)));
        acts.put("taken by a known fence", it -> ended(it, Operation.PROVISION, taken, 0, 0));
        acts.put("up and running", it -> ended(it, Operation.PROVISION, up(Seen.RUNNING), FENCE, 0));
        acts.put("up and stopped", it -> ended(it, Operation.STOP, up(Seen.STOPPED), FENCE, 0));
        acts.put("destroyed", it -> ended(it, Operation.DESTROY, new ProviderResult.Destroyed(List.of()), FENCE, 0));
        acts.put(
                "destroyed by a step begun before",
                it -> ended(it, Operation.DESTROY, new ProviderResult.Destroyed(List.of()), FENCE, wantedAgo(it)));
        acts.put("failed for now", it -> failed(it, Certainty.PASSING));
        acts.put("refused", it -> failed(it, Certainty.REFUSED));
        acts.put("without answer", it -> failed(it, Certainty.UNKNOWN));
        acts.put("seen running", it -> seen(it, Seen.RUNNING, 0));
        acts.put("seen stopped", it -> seen(it, Seen.STOPPED, 0));
        acts.put("seen no more", it -> seen(it, Seen.ABSENT, 0));
        acts.put("seen otherwise before", it -> seen(it, Seen.ABSENT, 1));
        acts.put(
                "second one found",
                it -> it.when(new MachineDuplicate(ID, "m-1", "m-9", false)).seen());
        acts.put(
                "a host's step",
                it -> it.when(new StepEnded(
                                ID, Operation.DESTROY, revision(it), FENCE, new Result.Succeeded(Seen.ABSENT)))
                        .seen());
        acts.put("room is looked for", it -> it.when(new PlaceInstance(ID)).seen());
        return acts;
    }

    private static ProviderResult up(Seen seen) {
        return new ProviderResult.Up(seen, "m-2", ADDRESSES);
    }

    private static long revision(Scenario it) {
        return it.see(Instance.class, ID, instance -> instance.revision);
    }

    private static long wantedAgo(Scenario it) {
        return it.see(Instance.class, ID, instance -> instance.revision - instance.wantedSince + 1);
    }

    private static Scenario.Answer ended(
            Scenario it, Operation operation, ProviderResult result, long fence, long ago) {
        return it.when(new ProviderStepEnded(ID, operation, revision(it) - ago, fence, result))
                .seen();
    }

    private static Scenario.Answer failed(Scenario it, Certainty certainty) {
        return ended(it, Operation.PROVISION, new ProviderResult.Failed(failure("Limit", certainty)), FENCE, 0);
    }

    private static Scenario.Answer seen(Scenario it, Seen seen, long ago) {
        return it.when(new ProviderMachineSeen(
                        ID, revision(it) - ago, seen, seen == Seen.ABSENT ? List.of() : ADDRESSES))
                .seen();
    }

    private static String state(Scenario it) {
        return it.see(
                        Instance.class,
                        ID,
                        instance -> instance.state + " / " + instance.desired + ", " + instance.provider.creation
                                + (instance.provider.machineId == null ? "" : " " + instance.provider.machineId))
                .toLowerCase(Locale.ROOT);
    }
}
