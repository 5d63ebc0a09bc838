package dev.berth.api.network;

import dev.berth.api.account.ProviderFailure;

/** What the reconciler reports of a network, each as a command to its aggregate. */
public sealed interface NetworkObservation {
    /** The network. */
    String networkId();

    /**
     * The provider is about to be asked for a subnet, under this name. It may be asked only where this is answered with done; a refusal
     * means that the subnet is not to be made any more.
     */
    record SubnetCreateBegins(String networkId, String region, String sentName, long basedOn, long fence)
            implements NetworkObservation {}

    /** A step on a subnet ended; each subnet has fences of its own. */
    record SubnetStepEnded(
            String networkId, String region, NetworkOperation operation, long basedOn, long fence, Result result)
            implements NetworkObservation {}

    /** The provider has a subnet no more, in two complete listings in a row. */
    record SubnetMissing(String networkId, String region, long basedOn) implements NetworkObservation {}

    /** How a step ended. */
    sealed interface Result {
        /** The provider has it, under this id. */
        record Made(String providerId) implements Result {}

        /** The provider has it no more, or never had it. */
        record Gone() implements Result {}

        /** Not done. */
        record Failed(ProviderFailure failure) implements Result {}
    }
}
