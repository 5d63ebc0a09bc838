package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceObservation.HostLost;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.node.NodeObservation.NodeAnswered;
import dev.berth.api.node.NodeObservation.NodeSilent;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.NodeView;
import dev.berth.infra.queue.LiveInstances.Live;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks hosts whether they are there.
 *
 * <p>Owns: for how long a host has been silent, as far as this process has seen it.<br>
 * Does not own: what a host's state becomes; what is on it.<br>
 * Invariants: a silence is told once when it begins and once when it has lasted too long; a host that never answered is
 * not lost; the instances of a lost or removed host are told of it until all are.<br>
 * On failure: asked again the next time.
 */
final class HostHealth {
    private static final Logger LOG = LoggerFactory.getLogger(HostHealth.class);
    private static final Duration LONGEST_PING = Duration.ofSeconds(5);

    /** What can become lost with its host; the rest keeps its state, unless the host is gone for good. */
    private static final Set<InstanceState> LOSABLE = EnumSet.of(
            InstanceState.PROVISIONING, InstanceState.STARTING, InstanceState.RUNNING, InstanceState.STOPPED);

    private final HostDriver driver;
    private final LiveInstances instances;
    private final Observations observations;
    private final StepRows rows;
    private final ReconcileSettings settings;
    private final LongSupplier nanos;
    private final Map<String, Long> silentSince = new ConcurrentHashMap<>();
    private final Set<String> silenceTold = ConcurrentHashMap.newKeySet();

    /** @param nanos a clock that only goes forward, in nanoseconds */
    HostHealth(
            HostDriver driver,
            LiveInstances instances,
            Observations observations,
            StepRows rows,
            ReconcileSettings settings,
            LongSupplier nanos) {
        this.driver = driver;
        this.instances = instances;
        this.observations = observations;
        this.rows = rows;
        this.settings = settings;
        this.nanos = nanos;
    }

    /** Asks one host. Answers whether it has come back, so that what is on it should be looked at. */
    boolean check(NodeView node) {
        if (node.state() == NodeState.REMOVED) {
            silentSince.remove(node.id());
            tellInstances(node.id(), true, "HostRemoved", "The host was removed and will not come back.");
            return false;
        }
        try {
            driver.ping(NodeHosts.ref(node), LONGEST_PING);
        } catch (HostException e) {
            silent(node, String.valueOf(e.getMessage()));
            return false;
        }
        return answered(node);
    }

    private boolean answered(NodeView node) {
        silentSince.remove(node.id());
        boolean told = silenceTold.contains(node.id());
        boolean lost = node.state() == NodeState.LOST;
        if (!told && !lost && node.state() != NodeState.PENDING && node.message() == null) {
            return false;
        }
        observations.report(new NodeAnswered(node.id()), "health-" + node.id());
        silenceTold.remove(node.id());
        rows.hurry(node.id());
        return told || lost;
    }

    private void silent(NodeView node, String message) {
        long since = silentSince.computeIfAbsent(node.id(), id -> nanos.getAsLong());
        boolean tooLong = nanos.getAsLong() - since >= settings.nodeTimeout().toNanos();
        if (node.state() == NodeState.LOST) {
            tellInstances(node.id(), false, "HostSilent", message);
        } else if (tooLong && node.state() != NodeState.PENDING) {
            LOG.atWarn().addKeyValue("nodeId", node.id()).log("A host is lost");
            observations.report(new NodeSilent(node.id(), message, true), "health-" + node.id());
            tellInstances(node.id(), false, "HostSilent", message);
        } else if (!silenceTold.contains(node.id())) {
            observations.report(new NodeSilent(node.id(), message, false), "health-" + node.id());
        }
        silenceTold.add(node.id());
    }

    private void tellInstances(String nodeId, boolean gone, String reason, String message) {
        InstancePages.each((after, limit) -> instances.onHost(nodeId, after, limit), page -> {
            for (Live live : page) {
                if (gone || LOSABLE.contains(live.state())) {
                    observations.report(new HostLost(live.id(), nodeId, gone, reason, message), "health-" + nodeId);
                }
            }
        });
    }
}
