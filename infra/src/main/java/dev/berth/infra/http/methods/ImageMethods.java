package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.iam.Resources;
import dev.berth.api.image.AddSigner;
import dev.berth.api.image.ArchiveImage;
import dev.berth.api.image.GetImage;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.ListImages;
import dev.berth.api.image.ListSigners;
import dev.berth.api.image.PublishImage;
import dev.berth.api.image.RegisterImage;
import dev.berth.api.image.RemoveSigner;
import dev.berth.api.image.SignImage;
import dev.berth.api.image.SignerView;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import java.util.List;

/** The groups {@code images} and {@code signers}. */
final class ImageMethods {
    private static final String READ = "compute:images:read";
    private static final String IMAGE = "compute-image";
    private static final String THIS = Input.of("imageId", "debian-13");
    private static final String SIGNATURE =
            "5VYAbyWNfNwBeAIxPZQZBfx2M2Jqa0eqhCIZ+I3l3tlVvxSdh1PcB1Xr8o0S9qZyAfk0mlsTtVeqm1vgL5xKDg==";

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    ImageMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> images() {
        return List.of(
                mutation("images.register", RegisterImage.class, Examples.IMAGE)
                        .decides("compute:images:create", "compute-tenant")
                        .summary("Enters an image by its digest and source; nothing is uploaded.")
                        .errors(CONFLICT, NOT_FOUND)
                        .example(Input.of(
                                "imageId",
                                "debian-13",
                                "kind",
                                "os",
                                "digest",
                                Examples.DIGEST,
                                "sourceUrl",
                                Examples.IMAGE_URL))
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.image(in.tenantId(), in.imageId()))),
                mutation("images.sign", SignImage.class, Examples.IMAGE)
                        .decides("compute:images:update", IMAGE)
                        .summary("Adds a signer's Ed25519 signature over the digest, which makes the image verified.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of(
                                "imageId", "debian-13", "signerId", Examples.SIGNER_ID, "signature", SIGNATURE))
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.image(in.tenantId(), in.imageId()))),
                mutation("images.publish", PublishImage.class, Examples.IMAGE)
                        .decides("compute:images:update", IMAGE)
                        .summary("Shows a verified image to all tenants.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.image(in.tenantId(), in.imageId()))),
                list("images.list", ListImages.class, Examples.IMAGE)
                        .decides(READ, "compute-tenant")
                        .summary("The tenant's own images and public ones, in order of creation.")
                        .example(Input.of("kind", "os"))
                        .handledBy((call, in) -> reads.<ImageView>page(
                                call,
                                in.tenantId(),
                                seen -> models.images(in, seen),
                                view -> Resources.image(view, in.tenantId()))),
                read("images.get", GetImage.class, Examples.IMAGE)
                        .decides(READ, IMAGE)
                        .summary("One image: the tenant's own of that id, or else the public one.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "image",
                                "compute-image/" + in.imageId(),
                                () -> models.image(in.tenantId(), in.imageId()),
                                view -> Resources.image(view, in.tenantId()))),
                mutation("images.archive", ArchiveImage.class, Examples.IMAGE)
                        .decides("compute:images:delete", IMAGE)
                        .summary("Ends the use of an image for new instances.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.image(in.tenantId(), in.imageId()))));
    }

    List<ApiMethod<?>> signers() {
        return List.of(
                mutation("signers.add", AddSigner.class, Examples.SIGNER)
                        .decides("compute:images:create", "compute-tenant")
                        .summary("Trusts an Ed25519 key; platform scope, for all tenants, is the operator's alone.")
                        .errors(CONFLICT)
                        .example(Input.of("name", "release-key", "publicKey", Examples.PUBLIC_KEY, "scope", "tenant"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.signer(in.tenantId(), id))),
                list("signers.list", ListSigners.class, Examples.SIGNER)
                        .decides(READ, "compute-tenant")
                        .summary("The signers that the tenant trusts, the platform's included.")
                        .example(Input.of())
                        .handledBy((call, in) -> reads.<SignerView>page(
                                call,
                                in.tenantId(),
                                seen -> models.signers(in, seen),
                                view -> Resources.signer(view, in.tenantId()))),
                mutation("signers.remove", RemoveSigner.class, Examples.SIGNER)
                        .decides("compute:images:delete", "compute-signer")
                        .summary("Ends the trust in a signer; the answer shows it as it last was.")
                        .errors(NOT_FOUND)
                        .example(Input.of("signerId", Examples.SIGNER_ID))
                        .handledBy((call, in) ->
                                mutations.remove(call, in, id -> models.signer(in.tenantId(), id), in.signerId())));
    }
}
