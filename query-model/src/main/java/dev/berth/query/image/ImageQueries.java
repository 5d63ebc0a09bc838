package dev.berth.query.image;

import static dev.berth.query.jooq.Tables.IMAGE;
import static dev.berth.query.jooq.Tables.SIGNER;

import dev.berth.api.image.ImageView;
import dev.berth.api.image.ListImages;
import dev.berth.api.image.ListSigners;
import dev.berth.api.image.SignerView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** Reads images and signers: a tenant sees its own, the public images in use, and the platform's signers. */
public final class ImageQueries {
    private final Listing<ImageView> images;
    private final Listing<SignerRecord> signers;

    public ImageQueries(DSLContext sql) {
        this.images = new Listing<>(sql, ImageTable.TABLE);
        this.signers = new Listing<>(sql, ImageTable.SIGNERS);
    }

    /** The image that the tenant means by this id: its own, archived or not, or else the oldest public one in use. */
    public Optional<ImageView> get(String tenantId, String imageId) {
        return own(tenantId, imageId)
                .or(() -> images.oldest(IMAGE.IMAGE_ID.eq(imageId).and(publicOnes())));
    }

    /** The tenant's own image of this id, archived or not. */
    public Optional<ImageView> own(String tenantId, String imageId) {
        return images.one(IMAGE.TENANT_ID.eq(tenantId).and(IMAGE.IMAGE_ID.eq(imageId)));
    }

    /** A page of images. Empty where the cursor is none. */
    public Optional<Page<ImageView>> list(ListImages query, Predicate<ImageView> allowed) {
        Condition kind = query.kind() == null ? DSL.noCondition() : IMAGE.KIND.eq(ImageTable.text(query.kind()));
        Condition own = IMAGE.TENANT_ID.eq(query.tenantId()).and(kind);
        List<Condition> sources = List.of(
                query.includeArchived() ? own : own.and(Listing.NOT_ENDED),
                publicOnes().and(IMAGE.TENANT_ID.ne(query.tenantId())).and(kind));
        return images.page(sources, query.limit(), query.cursor(), allowed);
    }

    /** A signer that the tenant trusts. */
    public Optional<SignerView> signer(String tenantId, String signerId) {
        return signers.one(SIGNER.ID
                        .eq(signerId)
                        .and(SIGNER.TENANT_ID.eq(tenantId).or(SIGNER.PLATFORM))
                        .and(Listing.NOT_ENDED))
                .map(SignerRecord::view);
    }

    /** A page of the signers that the tenant trusts. Empty where the cursor is none. */
    public Optional<Page<SignerView>> signers(ListSigners query, Predicate<SignerView> allowed) {
        List<Condition> sources = List.of(
                SIGNER.TENANT_ID.eq(query.tenantId()).and(Listing.NOT_ENDED),
                DSL.condition(SIGNER.PLATFORM).and(Listing.NOT_ENDED).and(SIGNER.TENANT_ID.ne(query.tenantId())));
        return signers.page(sources, query.limit(), query.cursor(), signer -> allowed.test(signer.view()))
                .map(page -> page.map(SignerRecord::view));
    }

    private static Condition publicOnes() {
        return DSL.condition(IMAGE.PUBLIC).and(Listing.NOT_ENDED);
    }
}
