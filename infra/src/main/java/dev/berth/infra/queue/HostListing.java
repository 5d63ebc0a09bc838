package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceObservation.MachineSeen;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.node.NodeView;
import dev.berth.infra.queue.LiveInstances.Live;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceReader;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.Machine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what a host has with what is recorded on it.
 *
 * <p>Owns: differences, and which machines were absent from the last listing.<br>
 * Does not own: what becomes of an instance that is seen otherwise.<br>
 * Invariants: what is compared was read before the listing began, and each report says from which revision, so that
 * anything that happened to the instance since makes it void; a resource with a step in the queue is left out; absence
 * counts after two complete listings in a row; a machine is destroyed only when the instance's own stream says that it
 * has no business there, read after the fence was drawn, so that whatever makes it belong there later fences us out.<br>
 * On failure: nothing is concluded, and nothing counts as absent.
 */
final class HostListing {
    private static final Logger LOG = LoggerFactory.getLogger(HostListing.class);

    private final HostDriver driver;
    private final LiveInstances instances;
    private final InstanceReader streams;
    private final StepRows rows;
    private final Observations observations;
    private final ReconcileSettings settings;
    private final Map<String, Map<String, Long>> absentBefore = new ConcurrentHashMap<>();

    HostListing(
            HostDriver driver,
            LiveInstances instances,
            InstanceReader streams,
            StepRows rows,
            Observations observations,
            ReconcileSettings settings) {
        this.driver = driver;
        this.instances = instances;
        this.streams = streams;
        this.rows = rows;
        this.observations = observations;
        this.settings = settings;
    }

    /** Lists one host and reports the differences. Answers how many there were. */
    int compare(NodeView node) {
        List<Live> recorded = InstancePages.all((after, limit) -> instances.onHost(node.id(), after, limit));
        Map<String, Machine> machines;
        try {
            machines = driver.list(NodeHosts.ref(node), settings.driverDeadline()).stream()
                    .collect(Collectors.toMap(Machine::instanceId, Function.identity()));
        } catch (HostException e) {
            absentBefore.remove(node.id());
            LOG.atInfo()
                    .addKeyValue("nodeId", node.id())
                    .addKeyValue("reason", e.getMessage())
                    .log("A host could not be listed");
            return 0;
        }
        Map<String, Seen> different = differences(node.id(), recorded, machines);
        Set<String> inWork = rows.present(different.keySet());
        int reported = 0;
        for (Live live : recorded) {
            Seen seen = different.get(live.id());
            if (seen != null && !inWork.contains(live.id())) {
                observations.report(
                        new MachineSeen(live.id(), node.id(), live.revision(), seen), "listing-" + node.id());
                reported++;
            }
        }
        return reported + destroyStrays(node, recorded, machines.keySet());
    }

    private Map<String, Seen> differences(String nodeId, List<Live> recorded, Map<String, Machine> machines) {
        Map<String, Long> before = absentBefore.getOrDefault(nodeId, Map.of());
        Map<String, Long> absent = new HashMap<>();
        Map<String, Seen> different = new HashMap<>();
        for (Live live : recorded) {
            Machine machine = machines.get(live.id());
            boolean settled = live.state() == InstanceState.RUNNING || live.state() == InstanceState.STOPPED;
            if (machine == null) {
                if (settled) {
                    absent.put(live.id(), live.revision());
                    if (before.getOrDefault(live.id(), 0L) == live.revision()) {
                        different.put(live.id(), Seen.ABSENT);
                    }
                }
            } else if (settled || live.state() == InstanceState.LOST) {
                InstanceState seen = machine.running() ? InstanceState.RUNNING : InstanceState.STOPPED;
                if (seen != live.state()) {
                    different.put(live.id(), machine.running() ? Seen.RUNNING : Seen.STOPPED);
                }
            }
        }
        absentBefore.put(nodeId, absent);
        return different;
    }

    private int destroyStrays(NodeView node, List<Live> recorded, Set<String> machines) {
        Set<String> unknown = new HashSet<>(machines);
        recorded.forEach(live -> unknown.remove(live.id()));
        int destroyed = 0;
        for (String id : unknown) {
            long fence = rows.nextFence();
            Optional<InstanceFacts> facts = streams.load(id);
            if (facts.map(InstanceFacts::plan)
                    .filter(plan -> belongs(plan, node.id()))
                    .isPresent()) {
                continue;
            }
            try {
                driver.destroy(NodeHosts.ref(node), id, fence, settings.driverDeadline());
                destroyed++;
                LOG.atWarn()
                        .addKeyValue("instanceId", id)
                        .addKeyValue("nodeId", node.id())
                        .log("A machine that belongs to no instance on its host was destroyed");
            } catch (HostException e) {
                LOG.atWarn()
                        .addKeyValue("instanceId", id)
                        .addKeyValue("nodeId", node.id())
                        .addKeyValue("reason", e.getMessage())
                        .log("A machine that belongs to no instance could not be destroyed yet");
            }
        }
        return destroyed;
    }

    private static boolean belongs(InstancePlan plan, String nodeId) {
        return plan.halt() != InstancePlan.Halt.DELETED && nodeId.equals(plan.nodeId());
    }
}
