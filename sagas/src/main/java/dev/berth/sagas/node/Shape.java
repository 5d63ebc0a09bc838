package dev.berth.sagas.node;

/**
 * The size of a machine.
 *
 * @param vcpu virtual processors, at least 1
 * @param memoryGiB memory in GiB, at least 1
 * @param diskGiB root disk in GiB, at least 1
 * @param gpus whole GPUs, at least 0
 */
public record Shape(int vcpu, int memoryGiB, int diskGiB, int gpus) {

    /** @throws IllegalArgumentException when a number is under its bound */
    public Shape {
        if (vcpu < 1 || memoryGiB < 1 || diskGiB < 1 || gpus < 0) {
            throw new IllegalArgumentException("No machine has this shape: %d vcpu, %d GiB memory, %d GiB disk, %d gpus"
                    .formatted(vcpu, memoryGiB, diskGiB, gpus));
        }
    }
}
