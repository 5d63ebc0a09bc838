package dev.berth.infra.queue;

import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceObservation.MachineCreateBegins;
import dev.berth.api.instance.InstanceObservation.MachineDuplicate;
import dev.berth.api.instance.InstanceObservation.ProviderResult;
import dev.berth.api.instance.InstanceObservation.ProviderStepEnded;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.UserData;
import dev.berth.infra.provider.Making;
import dev.berth.infra.provider.Surplus;
import dev.berth.infra.provider.Unmaking;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.ProviderSide;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Machines;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Wish.MachineWish;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the steps of an instance in a provider pool are done.
 *
 * <p>Owns: one run of what its machine needs now, from its stream to the report of what was seen.<br>
 * Does not own: the row, whether the report counts, how a create is made once, volumes but for those that go with it.<br>
 * Invariants: what is to be done is decided anew from the stream; nothing is waited for; a machine takes no volume with it
 * but those that its deletion names.<br>
 * On failure: what the provider failed at is reported and counted there; what is not known is only looked at again.
 */
final class ProviderMachineSteps implements StepKind {
    /** After so many requests that a guest did not obey, its power is cut. */
    private static final int POLITE_TRIES = 1;

    /** For so long a volume that goes with a machine may outlive it. */
    private static final Duration LEFT_OVER = Duration.ofSeconds(15);

    private final ProviderDesk desk;
    private final ResourceStreams streams;
    private final UserDataOpener userData;
    private final StepRows rows;

    ProviderMachineSteps(ProviderDesk desk, ResourceStreams streams, UserDataOpener userData, StepRows rows) {
        this.desk = desk;
        this.streams = streams;
        this.userData = userData;
        this.rows = rows;
    }

    @Override
    public String name() {
        return InstancePlan.PROVIDER_KIND;
    }

    @Override
    public Ending run(StepRow row, RunnerHooks hooks, Duration deadline) {
        InstanceFacts facts = streams.instance(row.resourceId()).orElse(null);
        Operation next = facts == null ? null : facts.plan().next().orElse(null);
        String accountId = facts == null ? null : facts.plan().accountId();
        if (facts == null || next == null || accountId == null) {
            return new Ending.Done();
        }
        if (row.fence() <= facts.fence()) {
            return new Ending.Superseded(facts.fence());
        }
        ProviderRun run = new ProviderRun(row, hooks, deadline);
        Provider provider = desk.provider(accountId).orElse(null);
        if (provider == null) {
            return new Ending.Later(desk.pause(run), "The account is not known here yet.");
        }
        Work work = new Work(run, facts, provider, accountId, next);
        return (next == Operation.DESTROY ? work.destroy() : work.power()).ending();
    }

    /** One run on one machine. */
    private final class Work {
        private final ProviderRun run;
        private final InstanceFacts facts;
        private final ProviderSide side;
        private final Provider provider;
        private final Machines machines;
        private final String accountId;
        private final Operation operation;
        private final String id;

        Work(ProviderRun run, InstanceFacts facts, Provider provider, String accountId, Operation operation) {
            this.run = run;
            this.facts = facts;
            this.side = facts.atProvider();
            this.provider = provider;
            this.machines = provider.machines();
            this.accountId = accountId;
            this.operation = operation;
            this.id = facts.plan().instanceId();
        }

        /** Brings the machine to where it is wanted: made, and running or not. */
        Rest power() {
            String machineId = side.machineId();
            if (machineId == null) {
                return create();
            }
            ProviderRef ref = ProviderRef.of(machineId, side.region());
            Answer<SeenMachine> answer = run.call(() -> desk.protocol().observe(machines, id, ref));
            return switch (answer) {
                case Answer.Done<SeenMachine> it -> seen(it.value());
                case Answer.Pending<SeenMachine> it -> seen(it.value());
                case Answer.Missing<SeenMachine> it ->
                    refused(InstancePlan.NO_MACHINE, "The provider no longer has the machine.");
                case Answer.Refused<SeenMachine> it -> refused(it.reason(), it.words());
                case Answer.Busy<SeenMachine> it ->
                    Rest.later(it.retryAfter() == null ? desk.pause(run) : it.retryAfter(), it.words());
                case Answer.Unknown<SeenMachine> it -> Rest.later(desk.pause(run), it.words());
            };
        }

        private Rest create() {
            Optional<String> network = Optional.ofNullable(side.networkId())
                    .flatMap(streams::network)
                    .flatMap(it -> it.providerId(side.region()));
            if (side.networkId() != null && network.isEmpty()) {
                return Rest.later(desk.pause(run), "The network is not made yet.");
            }
            // The machine that it had before is gone; it must not be found again as the new one.
            if (side.formerMachineId() != null
                    && desk.protocol().adopted(id).equals(Optional.of(side.formerMachineId()))) {
                desk.protocol().forget(id);
            }
            if (!side.begun()
                    && !desk.intend(
                            run,
                            new MachineCreateBegins(
                                    id, id, facts.plan().revision(), run.row().fence()))) {
                return Rest.NOTHING;
            }
            UserData sealed = facts.created().userData();
            MachineWish wish =
                    facts.machineWish(network.orElse(null), sealed == null ? null : userData.open(id, sealed));
            Making<SeenMachine> making = run.call(() -> desk.protocol().drive(machines, accountId, wish));
            return switch (making) {
                case Making.Made<SeenMachine> it -> made(it.thing());
                case Making.Waiting<SeenMachine> it -> trouble(it.words(), it.retryAfter());
                case Making.Refused<SeenMachine> it -> refused(it.reason(), it.words());
                case Making.Lost<SeenMachine> it -> {
                    report(new ProviderResult.Taken(it.ref().id()));
                    yield refused(InstancePlan.NO_MACHINE, "The provider no longer has the machine.");
                }
            };
        }

        private Rest made(SeenMachine machine) {
            for (Surplus surplus : desk.protocol().surplusOf(id)) {
                if (!surplus.reason().equals("replaced")) {
                    boolean gone = surplus.fate().equals("gone");
                    desk.report(run, new MachineDuplicate(id, machine.ref().id(), surplus.providerId(), gone));
                }
            }
            if (machine.phase() == Thing.Phase.READY) {
                return seen(machine);
            }
            report(new ProviderResult.Taken(machine.ref().id()));
            return Rest.later(desk.pause(run), "The provider makes it.");
        }

        private Rest seen(SeenMachine machine) {
            if (machine.phase() == Thing.Phase.FAILED) {
                return refused("failed", "The provider could not make the machine.");
            }
            if (machine.phase() == Thing.Phase.GOING) {
                return Rest.later(desk.pause(run), "The machine is being removed.");
            }
            if (machine.phase() == Thing.Phase.MAKING) {
                return Rest.later(desk.pause(run), "The provider makes it.");
            }
            boolean wanted = facts.plan().desired() == DesiredState.RUNNING;
            if (machine.running() == wanted) {
                desk.forget(key(!wanted));
                desk.forget(key(wanted));
                return up(machine);
            }
            if (side.machineId() == null) {
                report(new ProviderResult.Taken(machine.ref().id()));
            }
            return turn(machine, wanted);
        }

        private String key(boolean on) {
            return id + (on ? " on" : " off");
        }

        private Rest turn(SeenMachine machine, boolean on) {
            ProviderRef ref = machine.ref();
            boolean hard = desk.timesAsked(key(false)) >= POLITE_TRIES;
            Asking<SeenMachine> asking = desk.ask(
                    run,
                    key(on),
                    () -> on ? machines.powerOn(ref) : machines.powerOff(ref, hard),
                    it -> machines.progress(ref, it),
                    () -> new Answer.Done<>(machine),
                    it -> it.running() == on);
            return switch (asking) {
                // It says that it is so already: the next look shows it.
                case Asking.Shown<SeenMachine> it -> Rest.later(desk.pause(run), "It is looked at again.");
                case Asking.Refused<SeenMachine> it -> refused(it.reason(), it.words());
                case Asking.Missing<SeenMachine> it ->
                    refused(InstancePlan.NO_MACHINE, "The provider no longer has the machine.");
                case Asking.Waiting<SeenMachine> it -> {
                    if (it.failed()) {
                        failed(String.valueOf(it.trouble()));
                    }
                    yield Rest.later(it.pause(), it.trouble() == null ? "It is being switched." : it.trouble());
                }
            };
        }

        private Rest up(SeenMachine machine) {
            Seen seen = machine.running() ? Seen.RUNNING : Seen.STOPPED;
            report(new ProviderResult.Up(seen, machine.ref().id(), addresses(machine)));
            // What is to be attached waits for it.
            rows.hurry(side.volumes());
            return Rest.NOTHING;
        }

        Rest destroy() {
            Optional<String> machineId = Optional.ofNullable(side.machineId())
                    .or(() -> desk.protocol().adopted(id));
            if (machineId.isPresent()) {
                ProviderRef ref = ProviderRef.of(machineId.get(), side.region());
                Set<String> going = new HashSet<>(side.doomed().values());
                going.remove("");
                Asking<SeenMachine> asking = desk.ask(
                        run,
                        id + " destroy",
                        () -> machines.destroy(ref, going),
                        it -> machines.progress(ref, it),
                        () -> desk.protocol().observe(machines, id, ref),
                        it -> false);
                switch (asking) {
                    case Asking.Waiting<SeenMachine> it -> {
                        if (it.failed()) {
                            failed(String.valueOf(it.trouble()));
                        }
                        return Rest.later(it.pause(), it.trouble() == null ? "It is being destroyed." : it.trouble());
                    }
                    case Asking.Refused<SeenMachine> it -> {
                        failed(it.words());
                        return Rest.later(desk.longPause(), it.words());
                    }
                    case Asking.Shown<SeenMachine> it -> {}
                    case Asking.Missing<SeenMachine> it -> {}
                }
            }
            return gone();
        }

        /** There is none, as far as is known. */
        private Rest gone() {
            Unmaking unmaking =
                    run.call(() -> desk.protocol().unmake(machines, accountId, facts.machineWish(null, null)));
            return switch (unmaking) {
                case Unmaking.Gone it -> volumesGone();
                case Unmaking.Waiting it -> Rest.later(it.retryAfter(), it.words());
                case Unmaking.Refused it -> {
                    failed(it.words());
                    yield Rest.later(desk.longPause(), it.words());
                }
            };
        }

        /** Which of those that were to go with it did; the others are deleted by their own steps. */
        private Rest volumesGone() {
            List<String> gone = new ArrayList<>();
            boolean left = false;
            for (Map.Entry<String, String> doomed : side.doomed().entrySet()) {
                if (!doomed.getValue().isEmpty()) {
                    ProviderRef ref = ProviderRef.of(doomed.getValue(), side.region());
                    switch (provider.volumes().observe(ref)) {
                        case Answer.Missing<Thing.SeenVolume> it -> gone.add(doomed.getKey());
                        default -> left = true;
                    }
                }
            }
            if (left && desk.since(id + " gone").compareTo(LEFT_OVER) < 0) {
                return Rest.later(desk.pause(run), "The volumes that go with it are still there.");
            }
            report(new ProviderResult.Destroyed(gone));
            desk.forget(id + " gone");
            rows.hurry(side.volumes());
            return Rest.NOTHING;
        }

        private static List<Address> addresses(SeenMachine machine) {
            return machine.addresses().stream()
                    .map(it -> new Address(it.address(), it.isPublic() ? Address.Kind.PUBLIC : Address.Kind.PRIVATE))
                    .toList();
        }

        private Rest refused(String reason, String words) {
            report(new ProviderResult.Failed(ProviderDesk.refusal(reason, words)));
            return Rest.NOTHING;
        }

        private Rest trouble(String words, Duration pause) {
            if (ProviderDesk.isFailure(words)) {
                failed(words);
            }
            return Rest.later(pause, words);
        }

        /** A try that the provider could not do; what it may have done all the same is looked up before the next. */
        private void failed(@Nullable String words) {
            String said = String.valueOf(words);
            report(new ProviderResult.Failed(new ProviderFailure("ProviderFailed", said, Certainty.PASSING)));
        }

        private void report(ProviderResult result) {
            desk.report(
                    run,
                    new ProviderStepEnded(
                            id, operation, facts.plan().revision(), run.row().fence(), result));
        }
    }
}
