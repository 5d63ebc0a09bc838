package dev.berth.command.image;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.ImageEvent.ImageArchived;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.ImageEvent.ImageSigned;
import java.util.Map;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * One image id of one tenant.
 *
 * <p>Owns: which digest goes by that id now, who vouches for it, and who sees it. Does not own: the image's bytes, which
 * stay at their source, and the trust in signers. Invariants: its digest and source are never changed, only archived and
 * followed by others under the same id; only a verified one is public. On failure: nothing is kept; the caller may ask
 * again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Image {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String imageId = "";
    private String createdBy = "";
    private String digest = "";
    private @Nullable String signerId;
    private boolean verified;
    private boolean published;
    private boolean archived;

    Image() {}

    static String id(String tenantId, String imageId) {
        return Ids.derived("img", tenantId, imageId);
    }

    static Image register(ImageRegistered registered, MetaData meta) {
        Image image = new Image();
        apply(registered, meta);
        return image;
    }

    void registerAgain(ImageRegistered registered, MetaData meta) {
        apply(registered, meta);
    }

    void sign(String bySigner, MetaData meta) {
        if (!bySigner.equals(signerId)) {
            apply(new ImageSigned(id, tenantId, imageId, bySigner), meta);
        }
    }

    void publish(MetaData meta) {
        if (!published) {
            apply(new ImagePublished(id, tenantId, imageId), meta);
        }
    }

    void archive(MetaData meta) {
        if (!archived) {
            apply(new ImageArchived(id, tenantId, imageId), meta);
        }
    }

    String digest() {
        return digest;
    }

    boolean isVerified() {
        return verified;
    }

    boolean isArchived() {
        return archived;
    }

    /** As the policies of its tenant see it. */
    ResourceRef resource() {
        return new ResourceRef(
                "compute-image",
                imageId,
                Map.of(
                        "tenantId",
                        tenantId,
                        "createdBy",
                        createdBy,
                        "state",
                        archived ? "archived" : "active",
                        "shared",
                        false));
    }

    @EventSourcingHandler
    void on(ImageEvent event) {
        switch (event) {
            case ImageRegistered registered -> {
                id = registered.streamKey();
                tenantId = registered.tenantId();
                imageId = registered.imageId();
                createdBy = registered.createdBy();
                digest = registered.digest();
                signerId = registered.signerId();
                verified = registered.verified();
                published = false;
                archived = false;
            }
            case ImageSigned signed -> {
                signerId = signed.signerId();
                verified = true;
            }
            case ImagePublished shown -> published = true;
            case ImageArchived ended -> archived = true;
        }
    }
}
