package dev.berth.infra.host;

import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.Shape;

/** A machine on the wire between the simulated host and its driver. */
record MachineJson(String instanceId, boolean running, int vcpu, int memoryGiB, int diskGiB, int gpus) {

    static MachineJson of(Machine machine) {
        Shape shape = machine.shape();
        return new MachineJson(
                machine.instanceId(),
                machine.running(),
                shape.vcpu(),
                shape.memoryGiB(),
                shape.diskGiB(),
                shape.gpus());
    }

    Machine machine() {
        return new Machine(
                instanceId,
                running ? Machine.State.RUNNING : Machine.State.STOPPED,
                new Shape(vcpu, memoryGiB, diskGiB, gpus));
    }
}
