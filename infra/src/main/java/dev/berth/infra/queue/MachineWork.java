package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.Operation;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.Shape;

/**
 * One step's calls to one host. Every one of them may be repeated.
 *
 * <p>A machine that is found in another shape than its instance has takes it now, stopped for that if it has to be.
 */
final class MachineWork {
    private final HostDriver driver;
    private final HostRef host;
    private final InstanceFacts facts;
    private final long fence;
    private final CallTime time;
    private Operation asking;

    MachineWork(HostDriver driver, HostRef host, InstanceFacts facts, Operation operation, long fence, CallTime time) {
        this.driver = driver;
        this.host = host;
        this.facts = facts;
        this.asking = operation;
        this.fence = fence;
        this.time = time;
    }

    /** What the host was asked last: where it throws, what failed. */
    Operation asking() {
        return asking;
    }

    Seen provision(MachineSpec spec) {
        Machine machine = driver.provision(host, spec, fence, time.left());
        if (!machine.shape().equals(spec.shape())) {
            machine = reshape(machine, spec.shape());
        }
        if (machine.running() == spec.running()) {
            return seen(machine);
        }
        return spec.running() ? boot() : stop();
    }

    Seen start() {
        Machine machine = driver.find(host, id(), time.left())
                .orElseThrow(
                        () -> new HostRefused(HostRefused.NO_MACHINE, "The host has no machine of this instance."));
        if (!machine.shape().equals(facts.shape())) {
            reshape(machine, facts.shape());
        }
        return boot();
    }

    Seen stop() {
        asking = Operation.STOP;
        return seen(driver.stop(host, id(), fence, time.left()));
    }

    Seen destroy() {
        asking = Operation.DESTROY;
        driver.destroy(host, id(), fence, time.left());
        return Seen.ABSENT;
    }

    private Seen boot() {
        asking = Operation.START;
        return seen(driver.start(host, id(), fence, time.left()));
    }

    private Machine reshape(Machine machine, Shape shape) {
        if (machine.running()) {
            stop();
        }
        asking = Operation.RESIZE;
        return driver.resize(host, id(), shape, fence, time.left());
    }

    private String id() {
        return facts.plan().instanceId();
    }

    private static Seen seen(Machine machine) {
        return machine.running() ? Seen.RUNNING : Seen.STOPPED;
    }
}
