package dev.berth.api.instance;

/**
 * What a machine takes of a host, and of a quota.
 *
 * @param vcpu      virtual processors, 0 or more
 * @param memoryGiB memory, in GiB
 * @param diskGiB   root disk, in GiB
 * @param gpus      whole GPUs
 */
public record MachineShape(int vcpu, int memoryGiB, int diskGiB, int gpus) {
    /** Takes nothing. */
    public static final MachineShape NOTHING = new MachineShape(0, 0, 0, 0);

    public MachineShape {
        if (vcpu < 0 || memoryGiB < 0 || diskGiB < 0 || gpus < 0) {
            throw new IllegalArgumentException("A machine's shape is never negative");
        }
    }
}
