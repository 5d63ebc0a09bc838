package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceObservation.Result;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.UserData;
import dev.berth.api.node.NodeView;
import dev.berth.infra.queue.RunnerHooks.Moment;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.HostUnreachable;
import dev.berth.sagas.node.OutcomeUnknown;
import dev.berth.sagas.node.StaleFence;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an instance's steps are done.
 *
 * <p>Owns: one try of one step, from the instance's stream to the report of what was seen.<br>
 * Does not own: the row, pauses between tries, whether the report counts.<br>
 * Invariants: the step is decided anew from the stream's events, so a row that is out of date does nothing wrong; what the host
 * has answered, or refused, is reported with the revision that the step was decided from; no transaction is open
 * meanwhile.<br>
 * On failure: a host that could not do it is reported and counted there; one that does not answer leaves the outcome
 * unknown, which is reported so that it is seen, is no failure, and is tried again.
 */
public final class InstanceSteps implements StepKind {
    private static final Logger LOG = LoggerFactory.getLogger(InstanceSteps.class);

    private final RecentInstances instances;
    private final Hosts hosts;
    private final HostDriver driver;
    private final UserDataOpener userData;
    private final Observations observations;

    /** The steps of this deployment's instances. */
    public InstanceSteps(
            RecentInstances instances,
            Hosts hosts,
            HostDriver driver,
            UserDataOpener userData,
            Observations observations) {
        this.instances = instances;
        this.hosts = hosts;
        this.driver = driver;
        this.userData = userData;
        this.observations = observations;
    }

    @Override
    public String name() {
        return InstancePlan.KIND;
    }

    @Override
    public Ending run(StepRow row, RunnerHooks hooks, Duration deadline) {
        Optional<InstanceFacts> found = instances.atLeast(row.resourceId(), row.wanted());
        Optional<Operation> next = found.flatMap(facts -> facts.plan().next());
        if (found.isEmpty() || next.isEmpty()) {
            return new Ending.Done();
        }
        InstanceFacts facts = found.get();
        if (row.fence() <= facts.fence()) {
            // Its outcome would not count, and a host would refuse it.
            return new Ending.Superseded(facts.fence());
        }
        @Nullable String nodeId = facts.plan().nodeId();
        if (nodeId == null) {
            hooks.at(Moment.BEFORE_CALL, row);
            hooks.at(Moment.AFTER_CALL, row);
            return report(row, hooks, facts, next.get(), new Result.Succeeded(Seen.ABSENT));
        }
        NodeView node = hosts.find(nodeId).orElse(null);
        if (node == null) {
            return new Ending.TryAgain("The host is not known here yet.");
        }
        return call(row, hooks, facts, next.get(), node, deadline);
    }

    private Ending call(
            StepRow row, RunnerHooks hooks, InstanceFacts facts, Operation next, NodeView node, Duration deadline) {
        UserData sealed = next == Operation.PROVISION ? facts.created().userData() : null;
        @Nullable String clear = sealed == null ? null : userData.open(row.resourceId(), sealed);
        MachineWork work =
                new MachineWork(driver, NodeHosts.ref(node), facts, next, row.fence(), new CallTime(deadline));
        Result result;
        hooks.at(Moment.BEFORE_CALL, row);
        try {
            Seen seen = switch (next) {
                case PROVISION -> work.provision(facts.machineSpec(clear));
                case START -> work.start();
                case STOP -> work.stop();
                case DESTROY -> work.destroy();
                case RESIZE -> throw new IllegalStateException("A resize is part of a start");
            };
            result = new Result.Succeeded(seen);
        } catch (HostFailed e) {
            result = new Result.Failed("HostFailed", e.getMessage(), false);
        } catch (HostRefused e) {
            result = new Result.Failed(reason(e), e.getMessage(), true);
        } catch (HostUnreachable e) {
            result = new Result.Unknown("HostUnreachable", "The host can't be reached; it is asked again.");
            unknown(row, node, work, e);
        } catch (OutcomeUnknown e) {
            result = new Result.Unknown("NoAnswer", noAnswer(work.asking()));
            unknown(row, node, work, e);
        } catch (StaleFence e) {
            return new Ending.Superseded(e.seen());
        }
        if (result instanceof Result.Unknown && Thread.currentThread().isInterrupted()) {
            // We gave up, since we are told to stop; that says nothing of the host.
            return new Ending.TryAgain("Stopped while its host was asked.");
        }
        hooks.at(Moment.AFTER_CALL, row);
        return report(row, hooks, facts, result instanceof Result.Succeeded ? next : work.asking(), result);
    }

    private static String noAnswer(Operation operation) {
        return "The host has not told in time how '" + operation.name().toLowerCase(Locale.ROOT)
                + "' ended; it is asked again.";
    }

    private static void unknown(StepRow row, NodeView node, MachineWork work, HostException e) {
        LOG.atInfo()
                .addKeyValue("instanceId", row.resourceId())
                .addKeyValue("nodeId", node.id())
                .addKeyValue("operation", work.asking())
                .addKeyValue("reason", e.getMessage())
                .log("A step's outcome is unknown; it is tried again");
    }

    private Ending report(StepRow row, RunnerHooks hooks, InstanceFacts facts, Operation operation, Result result) {
        observations.report(
                new StepEnded(row.resourceId(), operation, facts.plan().revision(), row.fence(), result),
                "step-" + row.fence());
        hooks.at(Moment.AFTER_OUTCOME, row);
        return switch (result) {
            case Result.Succeeded succeeded -> new Ending.Done();
            case Result.Failed failed -> {
                LOG.atInfo()
                        .addKeyValue("instanceId", row.resourceId())
                        .addKeyValue("operation", operation)
                        .addKeyValue("reason", failed.reason())
                        .addKeyValue("forGood", failed.forGood())
                        .log("A step failed");
                yield new Ending.TryAgain(failed.reason() + ": " + failed.message());
            }
            case Result.Unknown unknown -> new Ending.TryAgain(unknown.reason());
        };
    }

    /** The host's word in the form that conditions use. */
    private static String reason(HostRefused refused) {
        if (refused.reason().equals(HostRefused.NO_MACHINE)) {
            return InstancePlan.NO_MACHINE;
        }
        String word = refused.reason();
        return word.isEmpty() ? "Refused" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
