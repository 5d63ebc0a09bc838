package dev.berth.infra.host;

import dev.berth.sagas.node.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A changing call as the simulated host reads it. What it has no use for, keys and user data, is not even read.
 *
 * @param fence the caller's fencing number, at least 0
 * @param shape for provision and resize
 * @param imageId for provision
 * @param addresses for provision
 * @param running for provision: whether to boot it
 */
record HostCall(
        HostOperation operation,
        String instanceId,
        long fence,
        @Nullable Shape shape,
        @Nullable String imageId,
        List<String> addresses,
        boolean running) {

    static HostCall of(HostOperation operation, String instanceId, long fence) {
        return new HostCall(operation, instanceId, fence, null, null, List.of(), false);
    }

    static HostCall resize(String instanceId, Shape shape, long fence) {
        return new HostCall(HostOperation.RESIZE, instanceId, fence, shape, null, List.of(), false);
    }

    static HostCall provision(String instanceId, Shape shape, boolean running, long fence) {
        return new HostCall(HostOperation.PROVISION, instanceId, fence, shape, null, List.of(), running);
    }
}
