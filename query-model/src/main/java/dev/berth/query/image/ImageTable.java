package dev.berth.query.image;

import static dev.berth.query.jooq.Tables.IMAGE;
import static dev.berth.query.jooq.Tables.SIGNER;

import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.ImageKind;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.SignerEvent;
import dev.berth.api.image.SignerScope;
import dev.berth.api.image.Visibility;
import dev.berth.api.pool.LifeState;
import dev.berth.query.ReadTable;
import java.util.Locale;

/** The read tables of images and signers. */
public final class ImageTable {
    /** The table of images. */
    public static final ReadTable<ImageView, ImageEvent> TABLE = ReadTable.of(
                    IMAGE, ImageView.class, ImageEvent.class, ImageFold::fold)
            .column(IMAGE.TENANT_ID, ImageView::tenantId)
            .column(IMAGE.CREATED_AT, ImageView::createdAt)
            .column(IMAGE.IMAGE_ID, ImageView::imageId)
            .column(IMAGE.KIND, image -> text(image.kind()))
            .column(IMAGE.PUBLIC, image -> image.visibility() == Visibility.PUBLIC)
            .column(IMAGE.ENDED, image -> image.state() == LifeState.ARCHIVED)
            .build();

    /** The table of signers. */
    public static final ReadTable<SignerRecord, SignerEvent> SIGNERS = ReadTable.of(
                    SIGNER, SignerRecord.class, SignerEvent.class, SignerFold::fold)
            .column(SIGNER.TENANT_ID, signer -> signer.view().tenantId())
            .column(SIGNER.CREATED_AT, signer -> signer.view().createdAt())
            .column(SIGNER.PLATFORM, signer -> signer.view().scope() == SignerScope.PLATFORM)
            .column(SIGNER.ENDED, SignerRecord::removed)
            .build();

    private ImageTable() {}

    /** A kind as its column holds it. */
    static String text(ImageKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
