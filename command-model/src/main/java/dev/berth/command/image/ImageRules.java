package dev.berth.command.image;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import dev.berth.api.image.RegisterImage;
import dev.berth.api.image.SignerView;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What may be done with an image: each rule is a function that answers a refusal or allows. */
final class ImageRules {
    private ImageRules() {}

    /** What the fields of a registration break of rules that patterns can't say. */
    static Optional<Problem> wellFormed(RegisterImage command) {
        List<Violation> violations = new ArrayList<>();
        if (!isHttps(command.sourceUrl())) {
            violations.add(new Violation("sourceUrl", "must be an https URL with a host"));
        }
        if (command.signerId() == null && command.signature() != null) {
            violations.add(new Violation("signerId", "must be there where a signature is"));
        }
        if (command.signerId() != null && command.signature() == null) {
            violations.add(new Violation("signature", "must be there where a signer is"));
        }
        return violations.isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(violations));
    }

    private static boolean isHttps(String url) {
        try {
            URI uri = new URI(url);
            return "https".equalsIgnoreCase(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The signature is the signer's, over the digest as it is written. */
    static Optional<Problem> signed(SignerView signer, String digest, String signature) {
        return Ed25519.verifies(signer.publicKey(), signature, digest)
                ? Optional.empty()
                : Optional.of(Problem.invalid("signature", "is not the signer's Ed25519 signature over the digest"));
    }

    /** Nothing changes of an archived image. */
    static Optional<Problem> active(Image image) {
        return image.isArchived()
                ? Optional.of(Problem.invalidState("The image is archived.", "archived"))
                : Optional.empty();
    }

    /** Only what someone vouches for is shown to other tenants. */
    static Optional<Problem> verified(Image image) {
        return image.isVerified()
                ? Optional.empty()
                : Optional.of(new Problem(
                        ErrorCode.INVALID_STATE,
                        "Only a verified image can be published; let a trusted signer sign it first.",
                        Map.of("state", "active", "verified", false)));
    }

    static Problem notFound(String imageId) {
        return Problem.notFound("image", "compute-image/" + imageId);
    }

    static Problem noSigner(String signerId) {
        return Problem.notFound("signer that the tenant trusts", "compute-signer/" + signerId);
    }
}
