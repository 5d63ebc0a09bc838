package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Provider accounts, networks, and the provider side of pools, as far as no provider is asked. */
class ProviderAccountsTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final Api operator = server.operator(ann.tenantId());

    private static Object[] account(Object... more) {
        Map<String, Object> fields = new java.util.LinkedHashMap<>(Map.of(
                "name",
                "production",
                "provider",
                "digitalocean",
                "regions",
                List.of("nyc3", "ams3"),
                "secretRef",
                "env:BERTH_TEST_SECRET_THAT_IS_NOT_SET"));
        fields.putAll(Things.byName(more));
        return fields.entrySet().stream()
                .flatMap(it -> java.util.stream.Stream.of(it.getKey(), it.getValue()))
                .toArray();
    }

    private static List<String> violations(JsonNode details) {
        return details.get("violations")
                .valueStream()
                .map(it -> it.get("field").asString())
                .toList();
    }

    private Api.Answer network(String accountId, Object... more) {
        Map<String, Object> fields = new java.util.LinkedHashMap<>(Map.of(
                "accountId",
                accountId,
                "name",
                SilentPool.name(),
                "subnets",
                List.of(Map.of("region", "nyc3", "cidr", "10.91.0.0/24")),
                "idempotencyKey",
                SilentPool.name()));
        fields.putAll(Things.byName(more));
        return ann.call(
                "networks.create",
                fields.entrySet().stream()
                        .flatMap(it -> java.util.stream.Stream.of(it.getKey(), it.getValue()))
                        .toArray());
    }

    @Test
    void anAccountIsShownWithItsReferenceAndArchivedOnce() {
        JsonNode made = ann.call("accounts.create", account()).ok();
        String id = made.get("id").asString();
        assertThat(id).matches("acct_[0-9a-hjkmnp-tv-z]{26}");
        assertThat(made.get("provider").asString()).isEqualTo("digitalocean");
        assertThat(made.get("regions")).hasToString("[\"nyc3\",\"ams3\"]");
        assertThat(made.get("state").asString()).isEqualTo("active");
        assertThat(ann.call("accounts.create", account())
                        .refused("CONFLICT")
                        .get("accountId")
                        .asString())
                .isEqualTo(id);
        assertThat(ann.call("accounts.archive", "accountId", id)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("archived");
        assertThat(ann.call("accounts.list").ok().get("items")).isEmpty();
        assertThat(ann.call("accounts.list", "includeArchived", true).ok().get("items"))
                .hasSize(1);
        ann.call("accounts.create", account()).ok();
        network(id).refused("NOT_FOUND");
    }

    @Test
    void whatIsWrongWithAnAccountIsToldAtOnce() {
        JsonNode details = ann.call(
                        "accounts.create",
                        account("name", "-", "provider", "aws", "regions", List.of("N"), "secretRef", "dop_v1_secret"))
                .refused("INVALID_INPUT");
        assertThat(violations(details)).containsExactlyInAnyOrder("name", "provider", "regions[0]", "secretRef");
        assertThat(violations(ann.call("accounts.create", account("regions", List.of("nyc3", "nyc3")))
                        .refused("INVALID_INPUT")))
                .containsExactly("regions");
        assertThat(violations(ann.call("accounts.create", account("regions", List.of()))
                        .refused("INVALID_INPUT")))
                .containsExactly("regions");
        for (String ref : List.of("file:relative", "env:", "env:1A", "https://vault")) {
            assertThat(violations(ann.call("accounts.create", account("secretRef", ref))
                            .refused("INVALID_INPUT")))
                    .as(ref)
                    .containsExactly("secretRef");
        }
    }

    @Test
    void onlyTheOperatorSetsWhereAnApiIsAndNotInsideTheNetwork() {
        JsonNode denied = ann.call("accounts.create", account("endpoint", "https://api.example.com"))
                .refused("ACCESS_DENIED");
        assertThat(denied.get("action").asString()).isEqualTo("compute:accounts:create");
        assertThat(denied.get("resource").asString()).isEqualTo("compute-tenant/" + ann.tenantId());
        for (String url : List.of(
                "http://10.0.0.1",
                "http://169.254.169.254/latest",
                "http://[::1]:80",
                "ftp://example.com",
                "https://user:pass@example.com",
                "http://0x7f000001",
                "nonsense")) {
            assertThat(violations(operator.call("accounts.create", account("endpoint", url))
                            .refused("INVALID_INPUT")))
                    .as(url)
                    .containsExactly("endpoint");
        }
        JsonNode made = operator.call("accounts.create", account("endpoint", "https://api.example.com"))
                .ok();
        assertThat(made.get("endpoint").asString()).isEqualTo("https://api.example.com");
        assertThat(made.get("createdBy").asString()).isEqualTo("operator");
    }

    /** The reference is shown to whoever may read the account, and to nobody else; the secret to nobody. */
    @Test
    void theSecretIsNowhereAndItsReferenceNotInTheFeed() {
        String secret = "dop_v1_" + UUID.randomUUID();
        String reference = "file:" + SilentPool.secretFile(server, secret);
        SilentPool pool = SilentPool.with(ann, SilentPool.account(operator, reference, server.simulator()), 10);
        pool.volumeId();
        String account =
                ann.call("accounts.get", "accountId", pool.accountId()).ok().toString();
        assertThat(account).contains(reference).doesNotContain(secret);
        assertThat(ann.call("events.list", "limit", 500).ok().toString())
                .contains("account.created")
                .doesNotContain(reference)
                .doesNotContain(secret);
        assertThat(server.bean(JdbcTemplate.class)
                        .queryForObject(
                                "select count(*) from event where event::text like ?",
                                Integer.class,
                                "%" + secret + "%"))
                .isZero();
    }

    @Test
    void aNetworkHasOneSubnetInEachOfSomeRegions() {
        String account = ann.call("accounts.create", account()).ok().get("id").asString();
        Object subnets = List.of(
                Map.of("region", "nyc3", "cidr", "10.91.0.0/24"), Map.of("region", "ams3", "cidr", "10.91.1.0/24"));
        JsonNode made = network(account, "name", "backend", "subnets", subnets, "idempotencyKey", "k")
                .ok();
        String id = made.get("id").asString();
        assertThat(id).matches("net_[0-9a-hjkmnp-tv-z]{52}");
        assertThat(made.get("state").asString()).isEqualTo("pending");
        assertThat(made.get("subnets"))
                .extracting(
                        it -> it.get("region").asString() + " " + it.get("cidr").asString())
                .containsExactly("nyc3 10.91.0.0/24", "ams3 10.91.1.0/24");
        assertThat(network(account, "name", "backend", "subnets", subnets, "idempotencyKey", "k")
                        .text("id"))
                .isEqualTo(id);
        assertThat(network(account, "name", "other", "subnets", subnets, "idempotencyKey", "k")
                        .refused("CONFLICT")
                        .get("networkId")
                        .asString())
                .isEqualTo(id);
        assertThat(network(account, "name", "backend")
                        .refused("CONFLICT")
                        .get("networkId")
                        .asString())
                .isEqualTo(id);
        assertThat(ann.call("networks.list", "accountId", account).ok().get("items"))
                .hasSize(1);
        ann.call("networks.delete", "networkId", id).ok();
        ann.await(it -> it.path("state").asString("").equals("deleted"), "networks.get", "networkId", id);
        assertThat(ann.call("networks.list").ok().get("items")).isEmpty();
        assertThat(ann.call("networks.list", "includeDeleted", true).ok().get("items"))
                .hasSize(1);
        network(account, "name", "backend").ok();
    }

    @Test
    void whatIsWrongWithSubnetsIsToldAtOnce() {
        String account = ann.call("accounts.create", account()).ok().get("id").asString();
        Object twice = List.of(
                Map.of("region", "nyc3", "cidr", "10.91.0.0/24"),
                Map.of("region", "nyc3", "cidr", "10.91.0.0/25"),
                Map.of("region", "ams3", "cidr", "10.92.0.1/24"));
        assertThat(violations(network(account, "subnets", twice).refused("INVALID_INPUT")))
                .containsExactlyInAnyOrder("subnets[1].region", "subnets[1].cidr", "subnets[2].cidr");
        network(account, "subnets", List.of(Map.of("region", "sfo3", "cidr", "10.91.0.0/24")))
                .refused("INVALID_INPUT");
        assertThat(network(account, "subnets", List.of(Map.of("region", "nyc3", "cidr", "8.8.8.0/24")))
                        .refused("INVALID_INPUT")
                        .get("reason")
                        .asString())
                .isEqualTo("cidr");
        network(account, "subnets", List.of()).refused("INVALID_INPUT");
        String foreign = SilentPool.create(server.newTenant()).accountId();
        assertThat(network(foreign).refused("NOT_FOUND").get("resource").asString())
                .isEqualTo("compute-account/" + foreign);
    }

    @Test
    void aPoolIsCompletedAndThenStaysWhatItIs() {
        String account = ann.call("accounts.create", account()).ok().get("id").asString();
        SilentPool other = SilentPool.create(ann);
        String id = ann.call(
                        "pools.create",
                        "name",
                        "cloud",
                        "kind",
                        "provider",
                        "quotas",
                        Map.of("vcpu", 10, "memoryGiB", 10, "diskGiB", 10),
                        "idempotencyKey",
                        "k")
                .ok()
                .get("id")
                .asString();
        String network = network(account).ok().get("id").asString();
        ann.call("pools.update", "poolId", id, "accountId", "acct_" + "0".repeat(26))
                .refused("NOT_FOUND");
        ann.call("pools.update", "poolId", id, "networkId", network).refused("INVALID_INPUT");
        JsonNode updated = ann.call("pools.update", "poolId", id, "accountId", account, "region", "nyc3")
                .ok();
        assertThat(updated.get("accountId").asString()).isEqualTo(account);
        assertThat(violations(
                        ann.call("pools.update", "poolId", id, "region", "sfo3").refused("INVALID_INPUT")))
                .containsExactly("region");
        assertThat(violations(ann.call("pools.update", "poolId", id, "networkId", other.network())
                        .refused("INVALID_INPUT")))
                .containsExactly("networkId");
        ann.call("pools.update", "poolId", id, "networkId", network).ok();
        ann.call("networks.delete", "networkId", network).refused("INVALID_STATE");
        other.volumeId();
        ann.call("pools.update", "poolId", other.id(), "region", "ams3").refused("INVALID_STATE");
        ann.call("pools.update", "poolId", other.id(), "region", "nyc3").ok();
    }

    @Test
    void anInstanceOfAProviderPoolChargesNoDiskAndIsNotResized() {
        SilentPool pool = SilentPool.create(ann);
        String id = pool.instance();
        JsonNode shown = ann.call("instances.get", "instanceId", id).ok();
        assertThat(shown.get("placement").asString()).isEqualTo("provider");
        assertThat(shown.get("region").asString()).isEqualTo("nyc3");
        assertThat(shown.has("nodeId")).isFalse();
        assertThat(pool.used("vcpu")).isEqualTo(1);
        assertThat(pool.used("diskGiB")).isZero();
        ann.call("instances.resize", "instanceId", id, "flavor", "small").refused("UNSUPPORTED");
        ann.call("instances.delete", "instanceId", id).ok();
        ann.awaitState(id, "deleted");
        assertThat(pool.used("vcpu")).isZero();
    }
}
