package dev.berth.api.image;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import org.jspecify.annotations.Nullable;

/** What happens to an image of the catalogue. */
public sealed interface ImageEvent extends DomainEvent {
    /** Derived from tenant and image id. */
    String streamKey();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return streamKey();
    }

    /** The name that its tenant gave it. */
    String imageId();

    /** An image was entered by digest and source. */
    @Stored(name = "image.registered")
    record ImageRegistered(
            String streamKey,
            String tenantId,
            String imageId,
            String createdBy,
            dev.berth.api.image.ImageKind kind,
            String digest,
            String sourceUrl,
            @Nullable String signerId,
            boolean verified)
            implements ImageEvent {}

    /** A signer vouched for it. */
    @Stored(name = "image.signed")
    record ImageSigned(String streamKey, String tenantId, String imageId, String signerId) implements ImageEvent {}

    /** All tenants see it. */
    @Stored(name = "image.published")
    record ImagePublished(String streamKey, String tenantId, String imageId) implements ImageEvent {}

    /** It is no longer to be used. */
    @Stored(name = "image.archived")
    record ImageArchived(String streamKey, String tenantId, String imageId) implements ImageEvent {}
}
