package dev.berth.api.instance;

import dev.berth.api.account.ProviderFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the reconciler reports of an instance, each as a command to its aggregate. */
public sealed interface InstanceObservation {
    /** The instance. */
    String instanceId();

    /**
     * A step ended.
     *
     * @param basedOn  the instance's revision from which the step began
     * @param fence    the step's fencing number; outcomes of older steps are ignored
     * @param result   what was seen
     */
    record StepEnded(String instanceId, Operation operation, long basedOn, long fence, Result result)
            implements InstanceObservation {}

    /**
     * The periodic pass saw the machine otherwise than it is recorded.
     *
     * @param basedOn the revision of the instance that the pass compared with; a later one makes it void
     * @param seen    what the host has; {@code ABSENT} only after two complete listings in a row
     */
    record MachineSeen(String instanceId, String nodeId, long basedOn, Seen seen) implements InstanceObservation {}

    /** Its host does not answer, or was removed as gone. */
    record HostLost(String instanceId, String nodeId, boolean gone, String reason, String message)
            implements InstanceObservation {}

    /** Tries to find a host for an instance that waits for one. */
    record PlaceInstance(String instanceId) implements InstanceObservation {}

    /**
     * The provider is about to be asked for the machine, under this name. It may be asked only where this is answered with done; a refusal
     * means that the machine is not to be made any more, or is there already.
     */
    record MachineCreateBegins(String instanceId, String sentName, long basedOn, long fence)
            implements InstanceObservation {}

    /** A step at a provider ended, or came so far. */
    record ProviderStepEnded(String instanceId, Operation operation, long basedOn, long fence, ProviderResult result)
            implements InstanceObservation {}

    /**
     * The periodic pass saw the provider's machine.
     *
     * @param basedOn   the revision of the instance that the pass compared with; a later one makes it void
     * @param seen      what the provider has; {@code ABSENT} only after two complete listings in a row
     * @param addresses its addresses; none where it is absent
     */
    record ProviderMachineSeen(String instanceId, long basedOn, Seen seen, List<Address> addresses)
            implements InstanceObservation {}

    /** The provider has, or had, a second machine that bears its mark; {@code removed} once that is gone. */
    record MachineDuplicate(String instanceId, String keptId, String otherId, boolean removed)
            implements InstanceObservation {}

    /** How far a step at a provider came. */
    sealed interface ProviderResult {
        /** The request is taken; the machine is not up yet and the step goes on under the same fencing number. */
        record Taken(String providerMachineId) implements ProviderResult {}

        /** The machine is in this state; never {@code ABSENT}. */
        record Up(Seen seen, String providerMachineId, List<Address> addresses) implements ProviderResult {}

        /** The provider has the machine no more, or never had it; these volumes went with it. */
        record Destroyed(List<String> volumeIds) implements ProviderResult {}

        /** Not done. */
        record Failed(ProviderFailure failure) implements ProviderResult {}
    }

    /** What a host has of an instance. */
    enum Seen {
        RUNNING,
        STOPPED,
        ABSENT
    }

    /** How a step ended. */
    sealed interface Result {
        /** Done: the machine was then in this state; {@code ABSENT} after a destroy. */
        record Succeeded(Seen seen) implements Result {}

        /**
         * Not done.
         *
         * @param forGood whether trying again is of no use
         */
        record Failed(String reason, @Nullable String message, boolean forGood) implements Result {}

        /** Nobody knows: the host did not answer in time, and may have done it, or do it yet. It is asked again. */
        record Unknown(String reason, String message) implements Result {}
    }
}
