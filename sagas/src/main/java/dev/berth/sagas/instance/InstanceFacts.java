package dev.berth.sagas.instance;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.MachineShape;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.Shape;
import dev.berth.sagas.provider.Wish.MachineWish;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a step needs to know of its instance, from its stream alone.
 *
 * @param plan what is to be done
 * @param created how it was admitted
 * @param size its size as it now is
 * @param fence the greatest fencing number of which an outcome is recorded; 0 before the first
 * @param provider what it has at a provider; null of one that is made on a host
 */
public record InstanceFacts(
        InstancePlan plan,
        InstanceCreated created,
        MachineShape size,
        long fence,
        @Nullable ProviderSide provider) {
    /** From all events of one stream, in order; empty where there are none. */
    public static Optional<InstanceFacts> of(Iterable<? extends InstanceEvent> events) {
        InstanceFacts facts = null;
        for (InstanceEvent event : events) {
            facts = after(facts, event);
        }
        return Optional.ofNullable(facts);
    }

    /**
     * The facts after the next event of the stream.
     *
     * @param before null before the first event
     * @throws IllegalArgumentException where the first event is none that begins an instance
     */
    public static InstanceFacts after(@Nullable InstanceFacts before, InstanceEvent event) {
        if (before == null) {
            if (!(event instanceof InstanceCreated first)) {
                throw new IllegalArgumentException("A stream of an instance begins with its creation, not " + event);
            }
            return new InstanceFacts(InstancePlan.after(null, event, 1), first, first.shape(), 0, null);
        }
        return new InstanceFacts(
                InstancePlan.after(before.plan, event, before.plan.revision() + 1),
                before.created,
                event instanceof InstanceResized resized ? resized.shape() : before.size,
                Math.max(before.fence, fence(event)),
                ProviderSide.after(before.provider, event));
    }

    /**
     * What its machine at a provider is made from.
     *
     * @param networkId the provider's id of the network that it joins
     * @param userData in clear
     */
    public MachineWish machineWish(@Nullable String networkId, @Nullable String userData) {
        ProviderSide at = atProvider();
        return new MachineWish(
                created.instanceId(),
                created.instanceId(),
                at.region(),
                at.size(),
                size.gpus(),
                created.imageId(),
                networkId,
                created.sshKeys(),
                userData);
    }

    /** What it has at a provider; asked only where it is made by one. */
    public ProviderSide atProvider() {
        if (provider == null) {
            throw new IllegalStateException("The instance is not made by a provider");
        }
        return provider;
    }

    private static long fence(InstanceEvent event) {
        return switch (event) {
            case InstanceRunning running -> running.fence();
            case InstanceStopped stopped -> stopped.fence();
            case InstanceStepFailed failed -> failed.fence();
            case InstanceStepUnanswered silent -> silent.fence();
            case InstanceErrored errored -> errored.fence();
            case InstanceDeleted deleted -> deleted.fence();
            default -> 0;
        };
    }

    /** Its size, as hosts are told. */
    public Shape shape() {
        return new Shape(size.vcpu(), size.memoryGiB(), size.diskGiB(), size.gpus());
    }

    /**
     * What its machine is made from, to run or not as is wanted now.
     *
     * @param userData in clear
     */
    public MachineSpec machineSpec(@Nullable String userData) {
        return new MachineSpec(
                created.instanceId(),
                created.tenantId(),
                size.vcpu(),
                size.memoryGiB(),
                size.diskGiB(),
                size.gpus(),
                created.imageId(),
                created.imageDigest(),
                created.imageUrl(),
                created.sshKeys(),
                userData,
                created.lease() == null ? List.of() : List.of(created.lease().address()),
                plan.desired() == DesiredState.RUNNING);
    }
}
