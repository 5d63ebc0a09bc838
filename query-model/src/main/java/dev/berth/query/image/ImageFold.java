package dev.berth.query.image;

import static dev.berth.query.Fold.existing;

import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.ImageEvent.ImageArchived;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.ImageEvent.ImageSigned;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.Visibility;
import dev.berth.api.pool.LifeState;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * An image as its events make it.
 *
 * <p>Owns: what the catalogue says of it. Does not own: whether a signature is good. Invariants: what was verified once
 * stays so until the image is registered anew. On failure: throws for an event before the first one.
 */
public final class ImageFold {
    private ImageFold() {}

    /** The image after the event. */
    public static ImageView fold(@Nullable ImageView view, ImageEvent event, EventMeta meta) {
        return switch (event) {
            case ImageRegistered registered ->
                new ImageView(
                        registered.tenantId(),
                        registered.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        registered.imageId(),
                        registered.kind(),
                        registered.digest(),
                        registered.sourceUrl(),
                        registered.signerId(),
                        registered.verified(),
                        Visibility.PRIVATE,
                        LifeState.ACTIVE);
            case ImageSigned signed -> {
                ImageView image = existing(view, event);
                yield with(image, signed.signerId(), true, image.visibility(), image.state(), meta);
            }
            case ImagePublished ignored -> {
                ImageView image = existing(view, event);
                yield with(image, image.signerId(), image.verified(), Visibility.PUBLIC, image.state(), meta);
            }
            case ImageArchived ignored -> {
                ImageView image = existing(view, event);
                yield with(image, image.signerId(), image.verified(), image.visibility(), LifeState.ARCHIVED, meta);
            }
        };
    }

    private static ImageView with(
            ImageView image,
            @Nullable String signerId,
            boolean verified,
            Visibility visibility,
            LifeState state,
            EventMeta meta) {
        return new ImageView(
                image.tenantId(),
                image.createdBy(),
                image.createdAt(),
                meta.time(),
                meta.revision(),
                image.imageId(),
                image.kind(),
                image.digest(),
                image.sourceUrl(),
                signerId,
                verified,
                visibility,
                state);
    }
}
