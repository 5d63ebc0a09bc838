package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Images, the signers that vouch for them, and projects. */
class CatalogueTest {
    private static final String DIGEST = "sha256:" + "ab".repeat(32);
    private static final String SIGNATURE = KeyFixture.signature(DIGEST);

    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();

    private Api.Answer register(Api api, String id, Object... more) {
        Object[] fields = new Object[8 + more.length];
        System.arraycopy(
                new Object[] {
                    "imageId", id, "kind", "os", "digest", DIGEST, "sourceUrl", "https://images.example.com/x.qcow2"
                },
                0,
                fields,
                0,
                8);
        System.arraycopy(more, 0, fields, 8, more.length);
        return api.call("images.register", fields);
    }

    private String signer(Api api, String name) {
        return api.call("signers.add", "name", name, "publicKey", KeyFixture.PUBLIC_KEY)
                .ok()
                .get("id")
                .asString();
    }

    @Test
    void anUnsignedImageIsItsTenantsAlone() {
        String id = Things.name();
        JsonNode image = register(ann, id).ok();
        assertThat(image.get("verified").asBoolean()).isFalse();
        assertThat(image.get("visibility").asString()).isEqualTo("private");
        assertThat(image.has("id")).isFalse();
        assertThat(register(ann, id).refused("CONFLICT").get("imageId").asString())
                .isEqualTo(id);
        assertThat(ann.call("images.publish", "imageId", id)
                        .refused("INVALID_STATE")
                        .get("state")
                        .asString())
                .isEqualTo("active");
        Api other = server.newTenant();
        other.call("images.get", "imageId", id).refused("NOT_FOUND");
        other.call("images.archive", "imageId", id).refused("NOT_FOUND");
        register(other, id).ok();
    }

    @Test
    void aSignedImageCanBePublished() {
        String id = Things.name();
        String signer = signer(ann, "release");
        assertThat(register(ann, id, "signerId", signer, "signature", SIGNATURE)
                        .ok()
                        .get("verified")
                        .asBoolean())
                .isTrue();
        ann.call("images.publish", "imageId", id).ok();
        Api other = server.newTenant();
        JsonNode seen = other.call("images.get", "imageId", id).ok();
        assertThat(seen.get("tenantId").asString()).isEqualTo(ann.tenantId());
        assertThat(seen.get("visibility").asString()).isEqualTo("public");
        HostedPool pool = HostedPool.roomy(other);
        JsonNode instance = pool.create("imageId", id).ok();
        assertThat(instance.get("imageVerified").asBoolean()).isTrue();
        // A tenant's own image goes before a public one.
        register(other, id).ok();
        assertThat(other.call("images.get", "imageId", id).ok().get("tenantId").asString())
                .isEqualTo(other.tenantId());
        assertThat(pool.create("imageId", id).ok().get("imageVerified").asBoolean())
                .isFalse();
        other.call("images.archive", "imageId", id).ok();
        assertThat(other.call("images.get", "imageId", id).ok().get("tenantId").asString())
                .as("the archived one of its own, or the public one that takes its place")
                .isIn(other.tenantId(), ann.tenantId());
        assertThat(pool.create("imageId", id).ok().get("imageVerified").asBoolean())
                .isTrue();
        ann.call("images.archive", "imageId", id).ok();
        pool.create("imageId", id).refused("NOT_FOUND");
        ann.call("images.publish", "imageId", id).refused("INVALID_STATE");
    }

    @Test
    void signaturesThatDoNotHold() {
        String id = Things.name();
        String signer = signer(ann, "release");
        String wrong = KeyFixture.signature("sha256:" + "cd".repeat(32));
        assertThat(register(ann, id, "signerId", signer, "signature", wrong)
                        .refused("INVALID_INPUT")
                        .get("violations")
                        .get(0)
                        .get("field")
                        .asString())
                .isEqualTo("signature");
        register(ann, id, "signerId", signer).refused("INVALID_INPUT");
        register(ann, id, "signature", SIGNATURE).refused("INVALID_INPUT");
        register(ann, id, "signerId", "sig_" + "0".repeat(26), "signature", SIGNATURE)
                .refused("NOT_FOUND");
        String foreign = signer(server.newTenant(), "release");
        register(ann, id, "signerId", foreign, "signature", SIGNATURE).refused("NOT_FOUND");
        register(ann, id).ok();
        ann.call("images.sign", "imageId", id, "signerId", signer, "signature", "AAAA")
                .refused("INVALID_INPUT");
        JsonNode signed = ann.call("images.sign", "imageId", id, "signerId", signer, "signature", SIGNATURE)
                .ok();
        assertThat(signed.get("verified").asBoolean()).isTrue();
        assertThat(signed.get("signerId").asString()).isEqualTo(signer);
        ann.call("signers.remove", "signerId", signer).ok();
        String later = Things.name();
        register(ann, later).ok();
        ann.call("images.sign", "imageId", later, "signerId", signer, "signature", SIGNATURE)
                .refused("NOT_FOUND");
    }

    @Test
    void signersOfThePlatformAreTheOperators() {
        ann.call("signers.add", "name", "p", "publicKey", KeyFixture.PUBLIC_KEY, "scope", "platform")
                .refused("ACCESS_DENIED");
        ann.call("signers.add", "name", "bad", "publicKey", "AAAA").refused("INVALID_INPUT");
        String own = signer(ann, "release");
        assertThat(ann.call("signers.add", "name", "release", "publicKey", KeyFixture.PUBLIC_KEY)
                        .refused("CONFLICT")
                        .get("signerId")
                        .asString())
                .isEqualTo(own);
        Api operator = server.operator(server.newTenant().tenantId());
        String platform = operator.call(
                        "signers.add", "name", Things.name(), "publicKey", KeyFixture.PUBLIC_KEY, "scope", "platform")
                .ok()
                .get("id")
                .asString();
        assertThat(PoolsTest.all(ann.call("signers.list", "limit", 200).ok(), "id"))
                .contains(own, platform);
        register(ann, Things.name(), "signerId", platform, "signature", SIGNATURE)
                .ok();
        ann.call("signers.remove", "signerId", platform).refused("ACCESS_DENIED");
        assertThat(operator.call("signers.remove", "signerId", platform)
                        .ok()
                        .get("id")
                        .asString())
                .isEqualTo(platform);
        assertThat(PoolsTest.all(ann.call("signers.list", "limit", 200).ok(), "id"))
                .contains(own)
                .doesNotContain(platform);
        ann.call("signers.remove", "signerId", "sig_" + "0".repeat(26)).refused("NOT_FOUND");
    }

    @Test
    void onlyHttpsSourcesAndWholeDigests() {
        for (String url : new String[] {"http://a.example/x", "ftp://a/x", "https://", "https://u:p@a/x", "x"}) {
            ann.call("images.register", "imageId", "i", "kind", "os", "digest", DIGEST, "sourceUrl", url)
                    .refused("INVALID_INPUT");
        }
        ann.call("images.register", "imageId", "i", "kind", "os", "digest", "sha256:AB", "sourceUrl", "https://a/x")
                .refused("INVALID_INPUT");
        register(ann, "os-1").ok();
        ann.call("images.register", "imageId", "ram-1", "kind", "ramdisk", "digest", DIGEST, "sourceUrl", "https://a/x")
                .ok();
        assertThat(PoolsTest.all(
                        ann.call("images.list", "kind", "ramdisk", "limit", 200).ok(), "imageId"))
                .contains("ram-1")
                .doesNotContain("os-1");
    }

    @Test
    void projectsHoldInstancesUntilTheyAreArchived() {
        JsonNode project = ann.call("projects.create", "name", "web").ok();
        String id = project.get("id").asString();
        assertThat(ann.call("projects.get", "projectId", id).ok()).isEqualTo(project);
        assertThat(ann.call("projects.create", "name", "web")
                        .refused("CONFLICT")
                        .get("projectId")
                        .asString())
                .isEqualTo(id);
        HostedPool pool = HostedPool.roomy(ann);
        assertThat(pool.create("projectId", id).ok().get("projectId").asString())
                .isEqualTo(id);
        Api other = server.newTenant();
        String foreign =
                other.call("projects.create", "name", "web").ok().get("id").asString();
        assertThat(pool.create("projectId", foreign)
                        .refused("NOT_FOUND")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-project/" + foreign);
        assertThat(ann.call("projects.archive", "projectId", id)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("archived");
        pool.create("projectId", id).refused("NOT_FOUND");
        assertThat(ann.call("projects.list").ok().get("items")).isEmpty();
        assertThat(PoolsTest.all(
                        ann.call("projects.list", "includeArchived", true).ok(), "id"))
                .containsExactly(id);
        ann.call("projects.create", "name", "web").ok();
        ann.call("projects.archive", "projectId", id).ok();
        assertThat(ann.call("projects.list").ok().get("items")).hasSize(1);
    }
}
