package dev.berth.command.image;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.IMAGE;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.id;
import static dev.berth.command.Given.named;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.Scenario.operator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.image.AddSigner;
import dev.berth.api.image.ArchiveImage;
import dev.berth.api.image.ImageEvent.ImageArchived;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.ImageEvent.ImageSigned;
import dev.berth.api.image.ImageKind;
import dev.berth.api.image.PublishImage;
import dev.berth.api.image.RegisterImage;
import dev.berth.api.image.RemoveSigner;
import dev.berth.api.image.SignImage;
import dev.berth.api.image.SignerEvent.SignerAdded;
import dev.berth.api.image.SignerEvent.SignerRemoved;
import dev.berth.api.image.SignerScope;
import dev.berth.command.Given;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that can be asked of images and signers in every situation. */
class ImageStatesTest {
    private static final String DIGEST = "sha256:" + "0".repeat(64);
    private static final TestKey KEY = TestKey.made(1);
    private static final TestKey OTHER_KEY = TestKey.made(2);
    private static final String SIGNER = id("sig", 1);
    private static final String PLATFORM_SIGNER = id("sig", 2);
    private static final String OTHERS_SIGNER = id("sig", 3);
    private static final String STREAM = Ids.derived("img", ACME, IMAGE);
    private static final List<DomainEvent> SIGNERS = List.of(
            new SignerAdded(SIGNER, ACME, "ann", "release", KEY.publicKey(), SignerScope.TENANT),
            named(ACME, "signer", "release", SIGNER),
            new SignerAdded(PLATFORM_SIGNER, OTHER, "operator", "platform", KEY.publicKey(), SignerScope.PLATFORM),
            new SignerAdded(OTHERS_SIGNER, OTHER, "bob", "others", KEY.publicKey(), SignerScope.TENANT));
    private static final DomainEvent UNSIGNED = Given.image(ACME, IMAGE);
    private static final DomainEvent SIGNED = new ImageSigned(STREAM, ACME, IMAGE, SIGNER);
    private static final DomainEvent PUBLISHED = new ImagePublished(STREAM, ACME, IMAGE);
    private static final DomainEvent ARCHIVED = new ImageArchived(STREAM, ACME, IMAGE);

    enum Situation {
        UNSIGNED_IMAGE(UNSIGNED),
        VERIFIED(UNSIGNED, SIGNED),
        PUBLIC(UNSIGNED, SIGNED, PUBLISHED),
        ARCHIVED_UNSIGNED(UNSIGNED, ARCHIVED),
        ARCHIVED_PUBLIC(UNSIGNED, SIGNED, PUBLISHED, ARCHIVED),
        REGISTERED_ANEW(UNSIGNED, SIGNED, PUBLISHED, ARCHIVED, UNSIGNED);

        private final List<DomainEvent> story;

        Situation(DomainEvent... events) {
            story = all(tenants(ACME, OTHER), SIGNERS, List.of(events));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check(
                "image-states.txt", Situation.class, it -> Scenario.given(it.story), acts(), ImageStatesTest::state);
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("register", it -> it.when(register(null, null)).as(admin(ACME)));
        acts.put(
                "register signed",
                it -> it.when(register(SIGNER, KEY.sign(DIGEST))).as(admin(ACME)));
        acts.put(
                "sign",
                it -> it.when(new SignImage(ACME, IMAGE, SIGNER, KEY.sign(DIGEST)))
                        .as(admin(ACME)));
        acts.put(
                "sign by the platform",
                it -> it.when(new SignImage(ACME, IMAGE, PLATFORM_SIGNER, KEY.sign(DIGEST)))
                        .as(admin(ACME)));
        acts.put(
                "sign by another's signer",
                it -> it.when(new SignImage(ACME, IMAGE, OTHERS_SIGNER, KEY.sign(DIGEST)))
                        .as(admin(ACME)));
        acts.put(
                "sign wrongly",
                it -> it.when(new SignImage(ACME, IMAGE, SIGNER, OTHER_KEY.sign(DIGEST)))
                        .as(admin(ACME)));
        acts.put("publish", it -> it.when(new PublishImage(ACME, IMAGE)).as(admin(ACME)));
        acts.put(
                "publish by another",
                it -> it.when(new PublishImage(OTHER, IMAGE)).as(admin(OTHER)));
        acts.put("archive", it -> it.when(new ArchiveImage(ACME, IMAGE)).as(admin(ACME)));
        acts.put(
                "archive by another",
                it -> it.when(new ArchiveImage(OTHER, IMAGE)).as(admin(OTHER)));
        return acts;
    }

    private static RegisterImage register(String signerId, String signature) {
        return register("https://images.example/" + IMAGE, signerId, signature);
    }

    private static RegisterImage register(String url, String signerId, String signature) {
        return new RegisterImage(ACME, IMAGE, ImageKind.OS, DIGEST, url, signerId, signature);
    }

    private static String state(Scenario it) {
        return it.see(
                Image.class,
                STREAM,
                image -> (image.isArchived() ? "archived" : "active") + (image.isVerified() ? ", verified" : ""));
    }

    @Test
    void anImageIsVerifiedByATrustedSignature() {
        given(SIGNERS)
                .when(register(SIGNER, KEY.sign(DIGEST)))
                .as(admin(ACME))
                .then(new ImageRegistered(
                        STREAM,
                        ACME,
                        IMAGE,
                        "ann",
                        ImageKind.OS,
                        DIGEST,
                        "https://images.example/" + IMAGE,
                        SIGNER,
                        true));
        given(SIGNERS)
                .when(register(SIGNER, OTHER_KEY.sign(DIGEST)))
                .as(admin(ACME))
                .refusedFields("signature")
                .when(register(SIGNER, KEY.sign("sha256:" + "1".repeat(64))))
                .as(admin(ACME))
                .refusedFields("signature")
                .when(register(SIGNER, "not base64!"))
                .as(admin(ACME))
                .refusedFields("signature")
                .when(register(OTHERS_SIGNER, KEY.sign(DIGEST)))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-signer/" + OTHERS_SIGNER))
                .and(new SignerRemoved(SIGNER, ACME))
                .when(register(SIGNER, KEY.sign(DIGEST)))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-signer/" + SIGNER));
    }

    @Test
    void signerAndSignatureComeTogether() {
        given(SIGNERS)
                .when(register(SIGNER, null))
                .as(admin(ACME))
                .refusedFields("signature")
                .when(register("ftp://x", null, KEY.sign(DIGEST)))
                .as(admin(ACME))
                .refusedFields("sourceUrl", "signerId");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://images.example/x",
                "https:///x",
                "https:images",
                "https://",
                "file:/etc/passwd",
                "https://user:secret@images.example/x",
                "https://images.example/ x",
                "images.example"
            })
    void aSourceIsAnHttpsUrlWithAHost(String url) {
        given().when(register(url, null, null)).as(admin(ACME)).refusedFields("sourceUrl");
    }

    @Test
    void signersAreAddedAndRemoved() {
        String added = Scenario.newId("sig", 1);
        given(tenants(ACME))
                .when(new AddSigner(ACME, "release", KEY.publicKey(), SignerScope.TENANT))
                .as(admin(ACME))
                .thenHappened("signer.added", "name.claimed")
                .when(new AddSigner(ACME, "release", OTHER_KEY.publicKey(), SignerScope.TENANT))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("signerId", added))
                .when(new RemoveSigner(OTHER, added))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-signer/" + added))
                .when(new RemoveSigner(ACME, added))
                .as(admin(ACME))
                .thenHappened("signer.removed", "name.released")
                .when(new RemoveSigner(ACME, added))
                .as(admin(ACME))
                .unchanged()
                .when(new AddSigner(ACME, "release", OTHER_KEY.publicKey(), SignerScope.TENANT))
                .as(admin(ACME))
                .thenHappened("signer.added", "name.claimed");
    }

    @Test
    void thePlatformsSignersAreTheOperators() {
        given(SIGNERS)
                .when(new AddSigner(ACME, "p", KEY.publicKey(), SignerScope.PLATFORM))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:images:create", "resource", "compute-tenant/" + ACME))
                .when(new AddSigner(ACME, "p", KEY.publicKey(), SignerScope.PLATFORM))
                .as(operator())
                .thenHappened("signer.added", "name.claimed")
                .when(new RemoveSigner(ACME, PLATFORM_SIGNER))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:images:delete", "resource", "compute-signer/" + PLATFORM_SIGNER))
                .when(new RemoveSigner(ACME, PLATFORM_SIGNER))
                .as(operator())
                .thenHappened("signer.removed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // no base64, 31 bytes, 33 bytes
                "?",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void aKeyIs32BytesInBase64(String key) {
        given().when(new AddSigner(ACME, "s", key, SignerScope.TENANT))
                .as(admin(ACME))
                .refusedFields("publicKey");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the neutral point, order 2, order 4, both of order 8
                "0100000000000000000000000000000000000000000000000000000000000000",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                // no y below p, no point of the curve, an x of 0 that is odd
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0200000000000000000000000000000000000000000000000000000000000000",
                "0100000000000000000000000000000000000000000000000000000000000080"
            })
    void aKeyIsAPointThatOnlyOneCanSignWith(String hex) {
        String key = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
        assertThat(Ed25519.problem(key)).isPresent();
    }

    @Test
    void theKeyAndSignatureOfTheStandardsFirstExampleAreAccepted() {
        String key = base64("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
        String signature = base64("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
        assertThat(Ed25519.problem(key)).isEmpty();
        assertThat(Ed25519.verifies(key, signature, "")).isTrue();
        assertThat(Ed25519.verifies(key, signature, "x")).isFalse();
    }

    private static String base64(String hex) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }
}
