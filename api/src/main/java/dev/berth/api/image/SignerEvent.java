package dev.berth.api.image;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to a signer. */
public sealed interface SignerEvent extends DomainEvent {
    /** The signer. */
    String signerId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return signerId();
    }

    /** A signer was put on an allowlist; for the platform's the tenant is the one that the operator named. */
    @Stored(name = "signer.added")
    record SignerAdded(
            String signerId, String tenantId, String createdBy, String name, String publicKey, SignerScope scope)
            implements SignerEvent {}

    /** A signer is no longer trusted; what it signed stays verified. */
    @Stored(name = "signer.removed")
    record SignerRemoved(String signerId, String tenantId) implements SignerEvent {}
}
