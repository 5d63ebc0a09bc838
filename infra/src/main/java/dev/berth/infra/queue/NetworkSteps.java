package dev.berth.infra.queue;

import dev.berth.api.network.NetworkObservation.Result;
import dev.berth.api.network.NetworkObservation.SubnetCreateBegins;
import dev.berth.api.network.NetworkObservation.SubnetStepEnded;
import dev.berth.api.network.NetworkOperation;
import dev.berth.infra.provider.Making;
import dev.berth.infra.provider.Unmaking;
import dev.berth.sagas.network.NetworkFacts;
import dev.berth.sagas.network.NetworkPlan;
import dev.berth.sagas.provider.Networks;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.Thing.SeenNetwork;
import dev.berth.sagas.provider.Wish.NetworkWish;
import java.time.Duration;
import java.util.List;

/**
 * How a network's steps are done, each on one of its subnets.
 *
 * <p>Owns: one run of what the network needs now, from its stream to the report of what was seen.<br>
 * Does not own: the row, whether the report counts, how a create is made once.<br>
 * Invariants: what is to be done is decided anew from the stream; subnets don't wait for each other.<br>
 * On failure: the provider's words are reported, and the row is put back; what was refused for good is reported as such.
 */
final class NetworkSteps implements StepKind {
    private final ProviderDesk desk;
    private final ResourceStreams streams;
    private final boolean retries;

    /** @param retries whether these are the steps that ask again for what was refused */
    NetworkSteps(ProviderDesk desk, ResourceStreams streams, boolean retries) {
        this.desk = desk;
        this.streams = streams;
        this.retries = retries;
    }

    @Override
    public String name() {
        return retries ? NetworkPlan.RETRY_KIND : NetworkPlan.KIND;
    }

    @Override
    public Ending run(StepRow row, RunnerHooks hooks, Duration deadline) {
        NetworkFacts facts = streams.network(row.resourceId()).orElse(null);
        if (facts == null) {
            return new Ending.Done();
        }
        NetworkPlan plan = facts.plan();
        List<NetworkPlan.Task> tasks = retries && plan.tasks().isEmpty() ? plan.retries() : plan.tasks();
        if (tasks.isEmpty()) {
            return new Ending.Done();
        }
        if (row.fence() <= facts.fence()) {
            return new Ending.Superseded(facts.fence());
        }
        ProviderRun run = new ProviderRun(row, hooks, deadline);
        Provider provider = desk.provider(plan.accountId()).orElse(null);
        if (provider == null) {
            return new Ending.Later(desk.pause(run), "The account is not known here yet.");
        }
        Rest rest = Rest.NOTHING;
        for (NetworkPlan.Task task : tasks) {
            Work work = new Work(run, facts, provider.networks(), task.region());
            rest = !run.hasTime()
                    ? Rest.later(Duration.ZERO, "There is more to do.")
                    : rest.and(task.operation() == NetworkOperation.CREATE ? work.create() : work.delete());
        }
        return rest.ending();
    }

    /** One run on one subnet. */
    private final class Work {
        private final ProviderRun run;
        private final NetworkFacts facts;
        private final Networks networks;
        private final String region;
        private final NetworkWish wish;

        Work(ProviderRun run, NetworkFacts facts, Networks networks, String region) {
            this.run = run;
            this.facts = facts;
            this.networks = networks;
            this.region = region;
            this.wish = facts.wish(region);
        }

        Rest create() {
            boolean begun = facts.plan().subnets().get(region) instanceof NetworkPlan.SubnetPlan it && it.begun();
            if (!begun
                    && !desk.intend(
                            run,
                            new SubnetCreateBegins(
                                    facts.plan().networkId(),
                                    region,
                                    wish.name(),
                                    facts.plan().revision(),
                                    run.row().fence()))) {
                return Rest.NOTHING;
            }
            Making<SeenNetwork> making =
                    run.call(() -> desk.protocol().drive(networks, facts.plan().accountId(), wish));
            return switch (making) {
                case Making.Made<SeenNetwork> it ->
                    ended(
                            NetworkOperation.CREATE,
                            new Result.Made(it.thing().ref().id()));
                case Making.Waiting<SeenNetwork> it -> trouble(NetworkOperation.CREATE, it.words(), it.retryAfter());
                case Making.Refused<SeenNetwork> it -> refused(it.reason(), it.words());
                case Making.Lost<SeenNetwork> it ->
                    refused(NetworkPlan.MISSING, "The provider has the network no more.");
            };
        }

        Rest delete() {
            Unmaking unmaking =
                    run.call(() -> desk.protocol().unmake(networks, facts.plan().accountId(), wish));
            return switch (unmaking) {
                case Unmaking.Gone it -> ended(NetworkOperation.DELETE, new Result.Gone());
                case Unmaking.Waiting it -> trouble(NetworkOperation.DELETE, it.words(), it.retryAfter());
                case Unmaking.Refused it -> trouble(NetworkOperation.DELETE, it.words(), desk.longPause());
            };
        }

        private Rest ended(NetworkOperation operation, Result result) {
            desk.report(
                    run,
                    new SubnetStepEnded(
                            facts.plan().networkId(),
                            region,
                            operation,
                            facts.plan().revision(),
                            run.row().fence(),
                            result));
            return Rest.NOTHING;
        }

        private Rest refused(String reason, String words) {
            return ended(NetworkOperation.CREATE, new Result.Failed(ProviderDesk.refusal(reason, words)));
        }

        private Rest trouble(NetworkOperation operation, String words, Duration pause) {
            if (ProviderDesk.isTheProviders(words)) {
                ended(operation, new Result.Failed(ProviderDesk.trouble(words)));
            }
            return Rest.later(pause, words);
        }
    }
}
