package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which volumes are admitted, and what is said where one is not. No provider is asked for any of this. */
class VolumeAdmissionTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final SilentPool pool = SilentPool.create(ann);

    private static List<String> fields(JsonNode details) {
        return details.get("violations")
                .valueStream()
                .map(it -> it.get("field").asString())
                .toList();
    }

    @Test
    void aVolumeIsPendingAndBookedAtOnce() {
        JsonNode made = pool.volume("name", "data", "sizeGiB", 7, "description", "é", "filesystem", "ext4")
                .ok();
        assertThat(made.get("id").asString()).matches("pvol_[0-9a-hjkmnp-tv-z]{52}");
        assertThat(made.get("state").asString()).isEqualTo("pending");
        assertThat(made.get("kind").asString()).isEqualTo("block");
        assertThat(made.get("poolId").asString()).isEqualTo(pool.id());
        assertThat(made.get("createdBy").asString()).isEqualTo("ann");
        assertThat(made.get("deleteWithInstance").asBoolean(true)).isFalse();
        assertThat(made.get("revision").asInt()).isEqualTo(1);
        assertThat(made.propertyNames())
                .doesNotContain("attachment", "attachments", "device", "providerVolumeId", "networkId", "accountId");
        assertThat(pool.used("diskGiB")).isEqualTo(7);
        assertThat(pool.get(made.get("id").asString()).get("description").asString())
                .isEqualTo("é");
        JsonNode event = ann.call("events.list", "types", List.of("providerVolume.created"))
                .ok()
                .get("items")
                .get(0);
        assertThat(event.get("subject").asString()).isEqualTo(made.get("id").asString());
        assertThat(event.at("/data/sizeGiB").asInt()).isEqualTo(7);
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        JsonNode details = pool.volume(
                        "poolId",
                        "pool_x",
                        "name",
                        "Data",
                        "region",
                        "N",
                        "sizeGiB",
                        16385,
                        "kind",
                        "tape",
                        "filesystem",
                        "ntfs",
                        "idempotencyKey",
                        "",
                        "description",
                        "x".repeat(257),
                        "instanceId",
                        "inst",
                        "colour",
                        "red")
                .refused("INVALID_INPUT");
        assertThat(fields(details))
                .containsExactlyInAnyOrder(
                        "poolId",
                        "name",
                        "region",
                        "sizeGiB",
                        "kind",
                        "filesystem",
                        "idempotencyKey",
                        "description",
                        "instanceId",
                        "colour");
        assertThat(fields(pool.volume("sizeGiB", 0).refused("INVALID_INPUT"))).containsExactly("sizeGiB");
        assertThat(fields(pool.volume("name", "a".repeat(43)).refused("INVALID_INPUT")))
                .containsExactly("name");
        assertThat(fields(ann.call("providerVolumes.create").refused("INVALID_INPUT")))
                .containsExactlyInAnyOrder("poolId", "name", "region", "sizeGiB", "idempotencyKey");
        assertThat(pool.used("diskGiB")).isZero();
    }

    @Test
    void whatBelongsToOneKindIsRefusedForTheOther() {
        assertThat(fields(pool.volume("networkId", pool.network()).refused("INVALID_INPUT")))
                .containsExactly("networkId");
        assertThat(fields(pool.volume("kind", "shared", "sizeGiB", 50, "filesystem", "xfs", "deleteWithInstance", true)
                        .refused("INVALID_INPUT")))
                .containsExactlyInAnyOrder("networkId", "filesystem", "deleteWithInstance");
    }

    @Test
    void theRegionIsOneOfTheAccount() {
        assertThat(fields(pool.volume("region", "sfo3").refused("INVALID_INPUT")))
                .containsExactly("region");
        pool.volume("region", SilentPool.ELSEWHERE).ok();
    }

    @Test
    void aPoolWithoutVolumesIsUnsupportedAndOneWithoutAnAccountNotReady() {
        HostedPool hosted = HostedPool.create(ann, 1, 1, 100);
        assertThat(pool.volume("poolId", hosted.id())
                        .refused("UNSUPPORTED")
                        .get("reason")
                        .asString())
                .isEqualTo("volumes");
        String bare = ann.call(
                        "pools.create",
                        "name",
                        SilentPool.name(),
                        "kind",
                        "provider",
                        "quotas",
                        Map.of("diskGiB", 10),
                        "idempotencyKey",
                        SilentPool.name())
                .ok()
                .get("id")
                .asString();
        pool.volume("poolId", bare).refused("INVALID_STATE");
        ann.call("pools.update", "poolId", bare, "accountId", pool.accountId()).ok();
        pool.volume("poolId", bare).ok();
        ann.call("accounts.archive", "accountId", pool.accountId()).ok();
        pool.volume("poolId", bare).refused("INVALID_STATE");
        ann.call("pools.archive", "poolId", bare).ok();
        pool.volume("poolId", bare).refused("NOT_FOUND");
    }

    @Test
    void poolAndProjectAreTheTenantsOwn() {
        Api stranger = server.newTenant();
        pool.volumeAs(stranger).refused("NOT_FOUND");
        String project =
                stranger.call("projects.create", "name", "p").ok().get("id").asString();
        assertThat(pool.volume("projectId", project)
                        .refused("NOT_FOUND")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-project/" + project);
        String own = ann.call("projects.create", "name", "p").ok().get("id").asString();
        assertThat(pool.volume("projectId", own).ok().get("projectId").asString())
                .isEqualTo(own);
    }

    @Test
    void aSharedVolumeNeedsANetworkThatFits() {
        Api stranger = server.newTenant();
        String foreign = SilentPool.create(stranger).network();
        assertThat(shared(foreign).refused("NOT_FOUND").get("resource").asString())
                .isEqualTo("compute-network/" + foreign);
        assertThat(fields(shared(SilentPool.create(ann).network()).refused("INVALID_INPUT")))
                .containsExactly("networkId");
        String network = pool.network();
        assertThat(fields(pool.volume(
                                "kind", "shared", "networkId", network, "sizeGiB", 50, "region", SilentPool.ELSEWHERE)
                        .refused("INVALID_INPUT")))
                .containsExactly("networkId");
        shared(network).refused("INVALID_STATE");
        ann.call("networks.delete", "networkId", network).ok();
        shared(network).refused("INVALID_STATE");
        assertThat(pool.used("diskGiB")).isZero();
    }

    private Api.Answer shared(String networkId) {
        return pool.volume("kind", "shared", "networkId", networkId, "sizeGiB", 50);
    }

    @Test
    void theInstanceThatItGoesOnIsTheCallersToChangeAndFits() {
        String nobodys = "inst_" + "0".repeat(52);
        assertThat(pool.volume("instanceId", nobodys).refused("ACCESS_DENIED").properties())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "action=\"compute:instances:update\"", "resource=\"compute-instance/" + nobodys + "\"");
        String foreign = SilentPool.create(server.newTenant()).instance();
        assertThat(pool.volume("instanceId", foreign)
                        .refused("ACCESS_DENIED")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-instance/" + foreign);
        HostedPool hosted = HostedPool.roomy(ann);
        String onHost = hosted.create().ok().get("id").asString();
        assertThat(fields(pool.volume("instanceId", onHost).refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        assertThat(fields(pool.volume("instanceId", SilentPool.create(ann).instance())
                        .refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        String instance = pool.instance();
        assertThat(fields(pool.volume("instanceId", instance, "region", SilentPool.ELSEWHERE)
                        .refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        Api bob = server.as(ann.tenantId(), "bob", "member");
        assertThat(pool.volumeAs(bob, "instanceId", instance)
                        .refused("ACCESS_DENIED")
                        .get("action")
                        .asString())
                .isEqualTo("compute:instances:update");
        assertThat(pool.volume("instanceId", instance).ok().get("attachment"))
                .hasToString(
                        "{\"instanceId\":\"" + instance + "\",\"state\":\"pending\",\"desiredState\":\"attached\"}");
        String going = pool.instance();
        ann.call("instances.delete", "instanceId", going).ok();
        JsonNode state = pool.volume("instanceId", going).refused("INVALID_STATE");
        assertThat(state.get("desiredState").asString()).isEqualTo("deleted");
        assertThat(pool.used("diskGiB")).isEqualTo(1);
    }

    @Test
    void aNameIsTheTenantsOnlyOnceAmongLiveVolumes() {
        String id = pool.volumeId("name", "data");
        assertThat(pool.volume("name", "data")
                        .refused("CONFLICT")
                        .get("volumeId")
                        .asString())
                .isEqualTo(id);
        SilentPool.create(server.newTenant()).volume("name", "data").ok();
        ann.call("providerVolumes.delete", "volumeId", id).ok();
        pool.awaitVolume(id, "deleted");
        pool.volume("name", "data").ok();
    }

    @Test
    void whatDoesNotFitTheQuotaIsRefusedWithTheNumbers() {
        SilentPool small = SilentPool.with(ann, pool.accountId(), 10);
        small.volume("sizeGiB", 8).ok();
        assertThat(small.volume("sizeGiB", 3).refused("QUOTA_EXCEEDED").properties())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("resource=\"diskGiB\"", "max=10", "used=8", "requested=3");
        small.volume("sizeGiB", 2).ok();
        assertThat(small.used("diskGiB")).isEqualTo(10);
        // A guest of the pool has a quota of its own, which grants nothing of what the offer leaves out.
        Api guest = server.newTenant();
        ann.call("pools.offer", "poolId", small.id(), "toTenantId", guest.tenantId(), "quotas", Map.of("vcpu", 1))
                .ok();
        assertThat(small.volumeAs(guest).refused("QUOTA_EXCEEDED").get("max").asInt())
                .isZero();
    }

    @Test
    void aKeyIsItsCallersAndIsAnsweredForEver() {
        Object[] wanted = {"name", "data", "sizeGiB", 2, "idempotencyKey", "k"};
        String id = pool.volumeId(wanted);
        JsonNode again = pool.volume("name", "data", "sizeGiB", 2, "idempotencyKey", "k", "kind", "block")
                .ok();
        assertThat(again.get("id").asString()).isEqualTo(id);
        assertThat(pool.used("diskGiB")).isEqualTo(2);
        assertThat(pool.volume("name", "data", "sizeGiB", 3, "idempotencyKey", "k")
                        .refused("CONFLICT")
                        .get("volumeId")
                        .asString())
                .isEqualTo(id);
        Api bob = server.as(ann.tenantId(), "bob", "admin");
        assertThat(pool.volumeAs(bob, "name", "bobs", "idempotencyKey", "k")
                        .ok()
                        .get("id")
                        .asString())
                .isNotEqualTo(id);
        ann.call("providerVolumes.delete", "volumeId", id).ok();
        pool.awaitVolume(id, "deleted");
        ann.call("pools.archive", "poolId", pool.id()).ok();
        assertThat(pool.volume(wanted).ok().get("state").asString()).isEqualTo("deleted");
    }

    @Test
    void afterARefusalNothingIsKeptOfTheKey() {
        pool.volume("region", "sfo3", "idempotencyKey", "k").refused("INVALID_INPUT");
        pool.volume("sizeGiB", 5000, "idempotencyKey", "k").refused("QUOTA_EXCEEDED");
        pool.volume("idempotencyKey", "k").ok();
    }

    @Test
    void policiesSeeTheVolumeThatIsAskedFor() {
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "small-disks",
                        "policy",
                        "forbid(principal, action == Action::\"compute:volumes:manage\", resource is"
                            + " ComputeProviderVolume) when { resource.sizeGiB > 10 && resource.kind == \"block\" &&"
                            + " resource.region == \"nyc3\" && resource.state == \"pending\" };")
                .ok();
        JsonNode denied = pool.volume("sizeGiB", 11).refused("ACCESS_DENIED");
        assertThat(denied.get("action").asString()).isEqualTo("compute:volumes:manage");
        assertThat(denied.get("resource").asString()).startsWith("compute-provider-volume/pvol_");
        pool.volume("sizeGiB", 10).ok();
        pool.volume("sizeGiB", 11, "region", SilentPool.ELSEWHERE).ok();
        assertThat(pool.used("diskGiB")).isEqualTo(21);
    }
}
