package dev.berth.api.network;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import dev.berth.api.account.ProviderFailure;
import java.util.List;

/** What happens to a network and its subnets. */
public sealed interface NetworkEvent extends DomainEvent {
    /** The network. */
    String networkId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return networkId();
    }

    /** A network is wanted. */
    @Stored(name = "network.created")
    record NetworkCreated(
            String networkId,
            String tenantId,
            String createdBy,
            String accountId,
            String name,
            List<SubnetSpec> subnets,
            String requestHmac)
            implements NetworkEvent {}

    /** The provider is about to be asked for a subnet under this name: from now on it may have it. */
    @Stored(name = "network.subnetCreateBegun")
    record SubnetCreateBegun(String networkId, String tenantId, String region, String sentName, long fence)
            implements NetworkEvent {}

    /** The provider has a subnet. */
    @Stored(name = "network.subnetReady")
    record SubnetReady(String networkId, String tenantId, String region, String providerId, long fence)
            implements NetworkEvent {}

    /** The provider has not done something, which is tried again. */
    @Stored(name = "network.stepFailed")
    record SubnetStepFailed(
            String networkId,
            String tenantId,
            String region,
            NetworkOperation operation,
            ProviderFailure failure,
            long fence)
            implements NetworkEvent {}

    /** All of its subnets are there. */
    @Stored(name = "network.ready")
    record NetworkReady(String networkId, String tenantId) implements NetworkEvent {}

    /** The provider refused a subnet, or has it no more ({@code reason} is {@code missing}). */
    @Stored(name = "network.error")
    record NetworkErrored(String networkId, String tenantId, String region, String reason, String message, long fence)
            implements NetworkEvent {}

    /** A pool or a share is in it from now on. */
    @Stored(name = "network.used")
    record NetworkUsed(String networkId, String tenantId, String userId) implements NetworkEvent {}

    /** A pool or a share is in it no more. */
    @Stored(name = "network.freed")
    record NetworkFreed(String networkId, String tenantId, String userId) implements NetworkEvent {}

    /** To be deleted. */
    @Stored(name = "network.deleting")
    record NetworkDeleting(String networkId, String tenantId, String deletedBy) implements NetworkEvent {}

    /** The provider has a subnet no more, by our doing, or never had it. */
    @Stored(name = "network.subnetDeleted")
    record SubnetDeleted(String networkId, String tenantId, String region, long fence) implements NetworkEvent {}

    /** Gone; its name is free again. */
    @Stored(name = "network.deleted")
    record NetworkDeleted(String networkId, String tenantId) implements NetworkEvent {}
}
