package dev.berth.infra.directory;

import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.NodeView;

/**
 * What a host has free; negative where its capacity was taken back under what it gave away.
 *
 * @param ready whether it takes new instances
 */
record Room(String nodeId, boolean ready, int vcpu, int memoryGiB, int diskGiB, int gpus, NodeView node) {
    static Room of(NodeView node) {
        MachineShape given = node.allocated();
        return new Room(
                node.id(),
                node.state() == NodeState.READY,
                node.capacity().vcpu() - given.vcpu(),
                node.capacity().memoryGiB() - given.memoryGiB(),
                node.capacity().diskGiB() - given.diskGiB(),
                node.capacity().gpus() - given.gpus(),
                node);
    }

    /** Whether the shape has room; what it does not take it needs no room for. */
    boolean fits(MachineShape shape) {
        return ready && lacking(shape) == 0;
    }

    /** How many resources of the shape lack. */
    int lacking(MachineShape shape) {
        return (lacks(shape.vcpu(), vcpu) ? 1 : 0)
                + (lacks(shape.memoryGiB(), memoryGiB) ? 1 : 0)
                + (lacks(shape.diskGiB(), diskGiB) ? 1 : 0)
                + (lacks(shape.gpus(), gpus) ? 1 : 0);
    }

    /** The first resource of the shape that lacks. */
    String firstLacking(MachineShape shape) {
        if (lacks(shape.vcpu(), vcpu)) {
            return "vcpu";
        }
        if (lacks(shape.memoryGiB(), memoryGiB)) {
            return "memoryGiB";
        }
        return lacks(shape.diskGiB(), diskGiB) ? "diskGiB" : "gpus";
    }

    private static boolean lacks(int wanted, int free) {
        return wanted > 0 && wanted > free;
    }

    /** What is left once the shape has its place. */
    Room without(MachineShape shape) {
        return new Room(
                nodeId,
                ready,
                vcpu - shape.vcpu(),
                memoryGiB - shape.memoryGiB(),
                diskGiB - shape.diskGiB(),
                gpus - shape.gpus(),
                node);
    }

    /** Whether more would fit than before, in at least one resource. */
    boolean moreThan(Room before) {
        return ready
                && (!before.ready
                        || vcpu > before.vcpu
                        || memoryGiB > before.memoryGiB
                        || diskGiB > before.diskGiB
                        || gpus > before.gpus);
    }

    /**
     * How bad a place this is for the shape: the share of the host that would stay free, so that hosts are filled one
     * after the other and large holes stay whole. A GPU left idle by an instance that needs none weighs more than all
     * else.
     */
    double waste(MachineShape shape) {
        double idleGpus = shape.gpus() == 0 && gpus > 0 ? 10 : 0;
        return idleGpus
                + share(vcpu - shape.vcpu(), node.capacity().vcpu())
                + share(memoryGiB - shape.memoryGiB(), node.capacity().memoryGiB())
                + share(diskGiB - shape.diskGiB(), node.capacity().diskGiB());
    }

    private static double share(int free, int capacity) {
        return capacity == 0 ? 0 : (double) free / capacity;
    }
}
