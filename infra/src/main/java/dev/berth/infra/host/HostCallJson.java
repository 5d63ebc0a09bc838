package dev.berth.infra.host;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.Shape;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A changing call on the wire between the simulated host and its driver. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HostCallJson(
        @Nullable Long fence,
        @Nullable Integer vcpu,
        @Nullable Integer memoryGiB,
        @Nullable Integer diskGiB,
        @Nullable Integer gpus,
        @Nullable String tenantId,
        @Nullable String imageId,
        @Nullable String imageDigest,
        @Nullable String imageUrl,
        @Nullable List<String> sshKeys,
        @Nullable String userData,
        @Nullable List<String> addresses,
        @Nullable Boolean running) {

    static HostCallJson of(long fence) {
        return new HostCallJson(fence, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    static HostCallJson of(Shape shape, long fence) {
        return new HostCallJson(
                fence,
                shape.vcpu(),
                shape.memoryGiB(),
                shape.diskGiB(),
                shape.gpus(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    static HostCallJson of(MachineSpec spec, long fence) {
        return new HostCallJson(
                fence,
                spec.vcpu(),
                spec.memoryGiB(),
                spec.diskGiB(),
                spec.gpus(),
                spec.tenantId(),
                spec.imageId(),
                spec.imageDigest(),
                spec.imageUrl(),
                spec.sshKeys(),
                spec.userData(),
                spec.addresses(),
                spec.running());
    }

    /** @throws IllegalArgumentException when something that the operation needs is missing or out of bounds */
    HostCall call(HostOperation operation, String instanceId) {
        if (fence == null || fence < 0) {
            throw new IllegalArgumentException("fence has to be an integer of at least 0");
        }
        return switch (operation) {
            case PROVISION ->
                new HostCall(
                        operation,
                        instanceId,
                        fence,
                        shape(),
                        imageId,
                        addresses == null ? List.of() : List.copyOf(addresses),
                        Boolean.TRUE.equals(running));
            case RESIZE -> HostCall.resize(instanceId, shape(), fence);
            default -> HostCall.of(operation, instanceId, fence);
        };
    }

    private Shape shape() {
        return new Shape(
                given("vcpu", vcpu), given("memoryGiB", memoryGiB), given("diskGiB", diskGiB), given("gpus", gpus));
    }

    private static int given(String field, @Nullable Integer value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return Objects.requireNonNull(value);
    }

    /** Without the user data, which is secret. */
    @Override
    public String toString() {
        return "HostCallJson[fence=%s]".formatted(fence);
    }
}
