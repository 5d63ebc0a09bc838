package dev.berth.command.image;

import dev.berth.api.image.ImageView;
import dev.berth.api.image.SignerView;
import java.util.Optional;

/** Images and signers as decisions read them: from memory, at most a second behind the events. */
public interface ImageDirectory {
    /** The tenant's own image of this id, archived or not. */
    Optional<ImageView> own(String tenantId, String imageId);

    /** The active image that the tenant means by this id: its own, or else the oldest public one. */
    Optional<ImageView> visible(String tenantId, String imageId);

    /** A signer that the tenant trusts: one of its own, or the platform's. */
    Optional<SignerView> trustedSigner(String tenantId, String signerId);
}
