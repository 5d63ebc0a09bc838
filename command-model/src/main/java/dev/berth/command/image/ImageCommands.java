package dev.berth.command.image;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.image.ArchiveImage;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.PublishImage;
import dev.berth.api.image.RegisterImage;
import dev.berth.api.image.SignImage;
import dev.berth.api.image.SignerView;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.Optional;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may do with its images. They answer the image's id.
 *
 * <p>Owns: the order of checks. Does not own: who is trusted as a signer. Invariants: an id stands for one live image of
 * its tenant; another tenant's image, public or not, is not found. On failure: nothing is kept; the caller may ask again.
 */
public final class ImageCommands {
    private static final String UPDATE = "compute:images:update";

    private final Gate gate;
    private final ImageDirectory directory;
    private final Streams<Image> images;

    /** The commands of a deployment. */
    public ImageCommands(Gate gate, ImageDirectory directory, Streams<Image> images) {
        this.gate = gate;
        this.directory = directory;
        this.images = images;
    }

    /** Enters an image by digest and source. */
    @CommandHandler
    public Outcome<Affected> handle(RegisterImage command, @MetaDataValue(Context.KEY) Context context) {
        Optional<Problem> malformed = ImageRules.wellFormed(command);
        if (malformed.isPresent()) {
            return Outcome.refused(malformed.get());
        }
        Optional<SignerView> signer =
                Optional.ofNullable(command.signerId()).flatMap(id -> directory.trustedSigner(command.tenantId(), id));
        if (command.signerId() != null && signer.isEmpty()) {
            return Outcome.refused(ImageRules.noSigner(command.signerId()));
        }
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, "images.register", "compute:images:create", tenant, meta -> {
            String signature = command.signature();
            if (signer.isPresent() && signature != null) {
                Optional<Problem> unsigned = ImageRules.signed(signer.get(), command.digest(), signature);
                if (unsigned.isPresent()) {
                    return Outcome.refused(unsigned.get());
                }
            }
            Optional<Streams.Loaded<Image>> before = images.find(Image.id(command.tenantId(), command.imageId()));
            if (before.isPresent() && !before.get().get(Image::isArchived)) {
                return Outcome.refused(
                        Problem.conflict("The tenant already has an image of this id.", "imageId", command.imageId()));
            }
            ImageRegistered registered = registered(command, context);
            before.ifPresentOrElse(
                    image -> image.apply(it -> it.registerAgain(registered, meta)),
                    () -> images.create(() -> Image.register(registered, meta)));
            return Outcome.done(new Affected(command.imageId()));
        });
    }

    /** Lets a signer vouch for it. */
    @CommandHandler
    public Outcome<Affected> handle(SignImage command, @MetaDataValue(Context.KEY) Context context) {
        return onImage(context, command, command.imageId(), "images.sign", UPDATE, (image, meta) -> {
            Optional<SignerView> signer = directory.trustedSigner(command.tenantId(), command.signerId());
            if (signer.isEmpty()) {
                return Optional.of(ImageRules.noSigner(command.signerId()));
            }
            Optional<Problem> refusal = ImageRules.signed(signer.get(), image.get(Image::digest), command.signature())
                    .or(() -> image.get(ImageRules::active));
            if (refusal.isEmpty()) {
                image.apply(it -> it.sign(command.signerId(), meta));
            }
            return refusal;
        });
    }

    /** Shows it to all tenants. */
    @CommandHandler
    public Outcome<Affected> handle(PublishImage command, @MetaDataValue(Context.KEY) Context context) {
        return onImage(context, command, command.imageId(), "images.publish", UPDATE, (image, meta) -> {
            Optional<Problem> refusal = image.get(ImageRules::active).or(() -> image.get(ImageRules::verified));
            if (refusal.isEmpty()) {
                image.apply(it -> it.publish(meta));
            }
            return refusal;
        });
    }

    /** Ends its use for new instances. */
    @CommandHandler
    public Outcome<Affected> handle(ArchiveImage command, @MetaDataValue(Context.KEY) Context context) {
        return onImage(
                context, command, command.imageId(), "images.archive", "compute:images:delete", (image, meta) -> {
                    image.apply(it -> it.archive(meta));
                    return Optional.empty();
                });
    }

    private Outcome<Affected> onImage(
            Context context,
            Command command,
            String imageId,
            String method,
            String action,
            BiFunction<Streams.Loaded<Image>, MetaData, Optional<Problem>> change) {
        Optional<Streams.Loaded<Image>> found = images.find(Image.id(command.tenantId(), imageId));
        if (found.isEmpty()) {
            return Outcome.refused(ImageRules.notFound(imageId));
        }
        Streams.Loaded<Image> image = found.get();
        return gate.pass(
                context,
                command,
                method,
                action,
                image.get(Image::resource),
                meta -> change.apply(image, meta)
                        .<Outcome<Affected>>map(Outcome::refused)
                        .orElseGet(() -> Outcome.done(new Affected(imageId))));
    }

    private static ImageRegistered registered(RegisterImage command, Context context) {
        return new ImageRegistered(
                Image.id(command.tenantId(), command.imageId()),
                command.tenantId(),
                command.imageId(),
                context.caller().principal(),
                command.kind(),
                command.digest(),
                command.sourceUrl(),
                command.signerId(),
                command.signerId() != null);
    }
}
