package dev.berth.command.instance;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What may be done with an instance in which state: each rule is a function that answers a refusal or allows. */
public final class InstanceRules {
    /** The action that changes an instance. */
    public static final String UPDATE = "compute:instances:update";

    /** Failures in a row after which an operation has failed for good. */
    static final int MAX_TRIES = 5;

    /** The reason of an error that means that the host has no machine of the instance. */
    static final String NO_MACHINE = "NoMachine";

    private InstanceRules() {}

    /** Nothing is started, stopped or resized once it is to be deleted. */
    static Optional<Problem> notBeingDeleted(Instance instance) {
        return instance.desired == DesiredState.DELETED
                ? Optional.of(stateProblem(instance, "The instance is being deleted."))
                : Optional.empty();
    }

    /** What a start does. */
    enum Start {
        /** It is, or is on its way to, what is wanted already. */
        NOTHING,
        /** Only what is wanted changes, or the last operation is tried again. */
        START,
        /** Its machine is made anew on the host that has lost it. */
        RECREATE,
        /** Its machine is made anew on a host that is yet to be found. */
        RESCHEDULE,
        /** Its provider is asked again for its machine, which it has never had. */
        REQUEST,
        /** Its provider is asked for another machine in place of the one that it has no more. */
        REQUEST_ANEW
    }

    private static Start startAtProvider(Instance instance) {
        return switch (instance.state) {
            case LOST -> Start.REQUEST_ANEW;
            case ERROR -> {
                if (instance.machineGone) {
                    yield Start.REQUEST_ANEW;
                }
                yield instance.hasMachine() ? Start.START : Start.REQUEST;
            }
            default -> instance.desired == DesiredState.RUNNING ? Start.NOTHING : Start.START;
        };
    }

    static Start start(Instance instance) {
        if (instance.ofProvider()) {
            return startAtProvider(instance);
        }
        return switch (instance.state) {
            case LOST -> instance.placed() ? Start.RECREATE : Start.RESCHEDULE;
            case ERROR -> {
                if (!instance.placed()) {
                    yield Start.RESCHEDULE;
                }
                yield instance.machineGone ? Start.RECREATE : Start.START;
            }
            default -> instance.desired == DesiredState.RUNNING ? Start.NOTHING : Start.START;
        };
    }

    /** Whether a stop changes what is wanted. */
    static boolean stopChanges(Instance instance) {
        return instance.desired != DesiredState.STOPPED;
    }

    /** A resize to a flavor with this shape, but for quota and room. */
    static Optional<Problem> mayResize(Instance instance, MachineShape to) {
        if (instance.placement == Placement.PROVIDER) {
            return Optional.of(Problem.unsupported("providerInstance", "A provider's instance can't be resized."));
        }
        if (to.gpus() != instance.shape.gpus()) {
            return Optional.of(
                    Problem.unsupported("gpus", "The number of GPUs can't be changed; make another instance."));
        }
        boolean stopped = instance.state == InstanceState.STOPPED && instance.desired == DesiredState.STOPPED;
        if (!stopped || !instance.placed()) {
            return Optional.of(stateProblem(instance, "Only a stopped instance can be resized; stop it first."));
        }
        return Optional.empty();
    }

    /**
     * Whether the outcome of a step counts: the first one under its fencing number, of a step that began after what is
     * wanted last changed, while the instance is one that has steps.
     */
    static boolean counts(Instance instance, long basedOn, long fence) {
        boolean hasSteps = switch (instance.state) {
            case SCHEDULING -> instance.ofProvider();
            case ERROR, LOST, DELETED -> false;
            default -> true;
        };
        return hasSteps && fence > instance.fence && basedOn >= instance.wantedSince;
    }

    /** Whether a provider may be asked for its machine, which it has not yet. */
    static boolean mayCreate(Instance instance, long basedOn, long fence) {
        return instance.state == InstanceState.SCHEDULING && !instance.hasMachine() && counts(instance, basedOn, fence);
    }

    /** Whether it is news that its machine was seen like this. */
    static boolean isNews(Instance instance, InstanceState seen) {
        return instance.state != seen || instance.failures > 0 || instance.unanswered || instance.unsure;
    }

    /** An instance that the tenant has not. */
    public static Problem notFound(String instanceId) {
        return Problem.notFound("instance", "compute-instance/" + instanceId);
    }

    static Problem noAddress() {
        return Problem.capacity("address", "The pool has no free address.");
    }

    static Problem noImages() {
        return new Problem(
                ErrorCode.INVALID_CONFIG,
                "This deployment has no images for hosted pools.",
                Map.of("setting", "berth.vps.images"));
    }

    static Problem stateProblem(Instance instance, String detail) {
        return Problem.invalidState(
                detail,
                instance.state.name().toLowerCase(Locale.ROOT),
                instance.desired.name().toLowerCase(Locale.ROOT));
    }

    /** The instance as policies see it. */
    public static ResourceRef resource(Instance instance) {
        return resource(
                instance.id(),
                instance.tenantId,
                instance.createdBy,
                instance.projectId,
                instance.poolId,
                instance.state,
                instance.flavor,
                instance.shape,
                instance.imageId,
                instance.imageVerified);
    }

    /** An instance, or the draft of one, as policies see it. */
    static ResourceRef resource(
            String id,
            String tenantId,
            String createdBy,
            @org.jspecify.annotations.Nullable String projectId,
            String poolId,
            InstanceState state,
            String flavor,
            MachineShape shape,
            String imageId,
            boolean imageVerified) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("tenantId", tenantId);
        attributes.put("createdBy", createdBy);
        if (projectId != null) {
            attributes.put("projectId", projectId);
        }
        attributes.put("poolId", poolId);
        attributes.put("state", state.name().toLowerCase(Locale.ROOT));
        attributes.put("flavor", flavor);
        attributes.put("vcpu", (long) shape.vcpu());
        attributes.put("memoryGiB", (long) shape.memoryGiB());
        attributes.put("gpus", (long) shape.gpus());
        attributes.put("imageId", imageId);
        attributes.put("imageVerified", imageVerified);
        return new ResourceRef("compute-instance", id, attributes);
    }
}
