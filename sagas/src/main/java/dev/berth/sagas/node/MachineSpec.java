package dev.berth.sagas.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a machine is made from.
 *
 * @param instanceId the marker: a host has at most one machine with it
 * @param tenantId whose it is
 * @param vcpu virtual processors, at least 1
 * @param memoryGiB memory in GiB, at least 1
 * @param diskGiB root disk in GiB, at least 1
 * @param gpus whole GPUs, at least 0
 * @param imageId the image's name in its tenant's catalogue
 * @param imageDigest {@code sha256:…} of the image, where it is known
 * @param imageUrl where the host gets the image from
 * @param sshKeys public keys to let in
 * @param userData in clear, for the machine's first boot. Secret: a driver hands it to the machine and neither logs nor
 *     keeps it, and {@link #toString} leaves it out
 * @param addresses the private addresses that the machine is given
 * @param running whether it is to be booted once it is made
 */
public record MachineSpec(
        String instanceId,
        String tenantId,
        int vcpu,
        int memoryGiB,
        int diskGiB,
        int gpus,
        String imageId,
        @Nullable String imageDigest,
        @Nullable String imageUrl,
        List<String> sshKeys,
        @Nullable String userData,
        List<String> addresses,
        boolean running) {

    public MachineSpec {
        sshKeys = List.copyOf(sshKeys);
        addresses = List.copyOf(addresses);
    }

    /** The four sizes together. */
    public Shape shape() {
        return new Shape(vcpu, memoryGiB, diskGiB, gpus);
    }

    @Override
    public String toString() {
        return "MachineSpec[instanceId=%s, shape=%s, imageId=%s, addresses=%s, running=%s]"
                .formatted(instanceId, shape(), imageId, addresses, running);
    }
}
