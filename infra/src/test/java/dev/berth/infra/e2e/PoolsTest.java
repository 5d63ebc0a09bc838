package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pools, their flavors and quotas, as their owner, a guest and others see them. */
class PoolsTest {
    private static final Map<String, Integer> LIMITS = Map.of("vcpu", 8, "memoryGiB", 16);

    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();

    private Api.Answer create(String name, String kind, String key) {
        return ann.call("pools.create", "name", name, "kind", kind, "quotas", LIMITS, "idempotencyKey", key);
    }

    private String pool(String name) {
        return create(name, "vps-host", name).ok().get("id").asString();
    }

    static List<String> all(JsonNode page, String field) {
        List<String> values = new ArrayList<>();
        page.get("items").forEach(it -> values.add(it.get(field).asString()));
        return values;
    }

    @Test
    void aNewPoolIsWhole() {
        JsonNode pool = create("main", "vps-host", "k").ok();
        assertThat(pool.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "tenantId",
                        "createdBy",
                        "createdAt",
                        "updatedAt",
                        "revision",
                        "name",
                        "kind",
                        "state",
                        "offeredTo");
        assertThat(pool.get("id").asString()).matches("pool_[0-9a-hjkmnp-tv-z]{26,52}");
        assertThat(pool.get("createdBy").asString()).isEqualTo("ann");
        assertThat(pool.get("createdAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(pool.get("revision").asLong()).isEqualTo(1);
        assertThat(pool.get("state").asString()).isEqualTo("active");
        assertThat(pool.get("offeredTo")).isEmpty();
        assertThat(ann.call("pools.get", "poolId", pool.get("id").asString()).ok())
                .isEqualTo(pool);
        JsonNode quotas =
                ann.call("quotas.list", "poolId", pool.get("id").asString()).ok();
        assertThat(all(quotas, "resource")).containsExactlyInAnyOrder("vcpu", "memoryGiB", "gpus", "diskGiB");
        for (JsonNode quota : quotas.get("items")) {
            assertThat(quota.has("id")).isFalse();
            assertThat(quota.get("used").asLong()).isZero();
            assertThat(quota.get("max").asLong())
                    .isEqualTo(LIMITS.getOrDefault(quota.get("resource").asString(), 0)
                            .longValue());
        }
    }

    @Test
    void theSameKeyIsTheSamePoolForEver() {
        String id = create("main", "vps-host", "k").ok().get("id").asString();
        assertThat(create("main", "vps-host", "k").ok().get("id").asString()).isEqualTo(id);
        assertThat(create("other", "vps-host", "k")
                        .refused("CONFLICT")
                        .get("poolId")
                        .asString())
                .isEqualTo(id);
        ann.call("pools.archive", "poolId", id).ok();
        JsonNode again = create("main", "vps-host", "k").ok();
        assertThat(again.get("id").asString()).isEqualTo(id);
        assertThat(again.get("state").asString()).isEqualTo("archived");
        // Another caller's key is another key; the name is free again.
        Api bob = server.as(ann.tenantId(), "bob", "admin");
        assertThat(bob.call("pools.create", "name", "main", "kind", "vps-host", "quotas", LIMITS, "idempotencyKey", "k")
                        .ok()
                        .get("id")
                        .asString())
                .isNotEqualTo(id);
    }

    @Test
    void aRefusalKeepsNothingOfTheKey() {
        String taken = pool("main");
        assertThat(create("main", "vps-host", "k2")
                        .refused("CONFLICT")
                        .get("poolId")
                        .asString())
                .isEqualTo(taken);
        create("second", "vps-host", "k2").ok();
    }

    @Test
    void whatBelongsToProviderPoolsAlone() {
        JsonNode violations = ann.call(
                        "pools.create",
                        "name",
                        "main",
                        "kind",
                        "vps-host",
                        "region",
                        "nyc3",
                        "accountId",
                        "acct_" + "0".repeat(26),
                        "quotas",
                        LIMITS,
                        "idempotencyKey",
                        "k")
                .refused("INVALID_INPUT")
                .get("violations");
        assertThat(violations.valueStream().map(it -> it.get("field").asString()))
                .containsExactlyInAnyOrder("region", "accountId");
        String provider = create("cloud", "provider", "p").ok().get("id").asString();
        JsonNode updated =
                ann.call("pools.update", "poolId", provider, "region", "nyc3").ok();
        assertThat(updated.get("region").asString()).isEqualTo("nyc3");
        assertThat(updated.get("revision").asLong()).isEqualTo(2);
        assertThat(ann.call("pools.update", "poolId", provider, "accountId", "acct_" + "0".repeat(26))
                        .refused("NOT_FOUND")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-account/acct_" + "0".repeat(26));
        ann.call("pools.update", "poolId", pool("hosted"), "region", "nyc3").refused("INVALID_INPUT");
        ann.call("pools.archive", "poolId", provider).ok();
        assertThat(ann.call("pools.update", "poolId", provider, "region", "ams3")
                        .refused("INVALID_STATE")
                        .get("state")
                        .asString())
                .isEqualTo("archived");
    }

    @Test
    void aListIsPagedInOrderOfCreation() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(pool("p" + i));
        }
        assertThat(all(ann.call("pools.list").ok(), "id")).isEqualTo(made);
        List<String> paged = new ArrayList<>();
        JsonNode page = ann.call("pools.list", "limit", 2).ok();
        while (page.has("cursor")) {
            assertThat(page.get("items")).hasSize(2);
            paged.addAll(all(page, "id"));
            page = ann.call(
                            "pools.list",
                            "limit",
                            2,
                            "cursor",
                            page.get("cursor").asString())
                    .ok();
        }
        paged.addAll(all(page, "id"));
        assertThat(paged).isEqualTo(made);
        assertThat(ann.call("pools.list", "limit", 5).ok().has("cursor")).isFalse();
        ann.call("pools.list", "cursor", "nonsense").refused("INVALID_INPUT");
        ann.call("pools.list", "limit", 201).refused("INVALID_INPUT");
        ann.call("pools.archive", "poolId", made.get(2)).ok();
        assertThat(all(ann.call("pools.list").ok(), "id")).hasSize(4).doesNotContain(made.get(2));
        assertThat(all(ann.call("pools.list", "includeArchived", true).ok(), "id"))
                .isEqualTo(made);
        assertThat(ann.call("pools.get", "poolId", made.get(2))
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("archived");
        long revision = ann.call("pools.archive", "poolId", made.get(2))
                .ok()
                .get("revision")
                .asLong();
        assertThat(revision).isEqualTo(2);
    }

    @Test
    void aGuestSeesThePoolAndItsFlavorsAlone() {
        HostedPool pool = HostedPool.roomy(ann);
        Api guest = server.newTenant();
        guest.call("pools.get", "poolId", pool.id()).refused("NOT_FOUND");
        assertThat(guest.call("flavors.list", "poolId", pool.id()).ok().get("items"))
                .isEmpty();
        JsonNode offered = ann.call(
                        "pools.offer", "poolId", pool.id(), "toTenantId", guest.tenantId(), "quotas", LIMITS)
                .ok();
        assertThat(offered.get("offeredTo").get(0).asString()).isEqualTo(guest.tenantId());
        assertThat(guest.call("pools.get", "poolId", pool.id()).ok().has("offeredTo"))
                .isFalse();
        assertThat(all(guest.call("pools.list").ok(), "id")).containsExactly(pool.id());
        assertThat(all(guest.call("flavors.list").ok(), "name")).containsExactly("small", "large");
        for (String hidden : List.of("nodes.list", "addressRanges.list")) {
            assertThat(guest.call(hidden, "poolId", pool.id()).ok().get("items"))
                    .as(hidden)
                    .isEmpty();
        }
        Object[][] ownersOnly = {
            {"pools.update", "region", "nyc3"},
            {"pools.offer", "toTenantId", ann.tenantId(), "quotas", LIMITS},
            {"pools.withdraw", "toTenantId", guest.tenantId()},
            {"pools.archive"},
            {"flavors.create", "name", "mine", "vcpu", 1, "memoryGiB", 1, "diskGiB", 1},
            {"flavors.archive", "name", "small"},
            {"addressRanges.create", "cidr", "10.99.0.0/24"},
            {
                "nodes.register",
                "name",
                "n",
                "driver",
                "simulated",
                "capacity",
                Map.of("vcpu", 1, "memoryGiB", 1, "diskGiB", 1),
                "idempotencyKey",
                "n"
            },
            {"quotas.set", "resource", "vcpu", "max", 99}
        };
        for (Object[] call : ownersOnly) {
            List<Object> fields = new ArrayList<>(List.of(call).subList(1, call.length));
            fields.addAll(List.of("poolId", pool.id()));
            JsonNode details = guest.call((String) call[0], fields.toArray()).refused("ACCESS_DENIED");
            String resource = switch ((String) call[0]) {
                case "flavors.create", "nodes.register", "addressRanges.create" -> "compute-tenant/" + guest.tenantId();
                case "flavors.archive" -> "compute-flavor/" + pool.id() + "/small";
                default -> "compute-pool/" + pool.id();
            };
            assertThat(details.get("resource").asString()).as("%s", call[0]).isEqualTo(resource);
        }
        guest.call("flavors.archive", "poolId", pool.id(), "name", "none").refused("NOT_FOUND");
        assertThat(all(ann.call("flavors.list").ok(), "name")).containsExactly("small", "large");
        assertThat(max(guest, pool.id(), "vcpu")).isEqualTo(8);
        ann.call("pools.offer", "poolId", pool.id(), "toTenantId", guest.tenantId(), "quotas", Map.of("vcpu", 3))
                .ok();
        assertThat(max(guest, pool.id(), "vcpu")).isEqualTo(3);
        assertThat(max(guest, pool.id(), "memoryGiB")).isZero();
        JsonNode set = ann.call(
                        "quotas.set",
                        "poolId",
                        pool.id(),
                        "resource",
                        "vcpu",
                        "max",
                        5,
                        "forTenantId",
                        guest.tenantId())
                .ok();
        assertThat(set.get("tenantId").asString()).isEqualTo(guest.tenantId());
        assertThat(max(guest, pool.id(), "vcpu")).isEqualTo(5);
        assertThat(max(ann, pool.id(), "vcpu")).isEqualTo(1000);
        ann.call("pools.withdraw", "poolId", pool.id(), "toTenantId", guest.tenantId())
                .ok();
        guest.call("pools.get", "poolId", pool.id()).refused("NOT_FOUND");
        assertThat(guest.call("pools.list").ok().get("items")).isEmpty();
        assertThat(guest.call("flavors.list").ok().get("items")).isEmpty();
        assertThat(max(guest, pool.id(), "vcpu")).isEqualTo(5);
        assertThat(guest.call("quotas.list", "poolId", pool.id()).ok().get("items"))
                .hasSize(4);
        guest.call("quotas.set", "poolId", pool.id(), "resource", "vcpu", "max", 9)
                .refused("NOT_FOUND");
    }

    private static long max(Api api, String poolId, String resource) {
        return api.call("quotas.get", "poolId", poolId, "resource", resource)
                .ok()
                .get("max")
                .asLong();
    }

    @Test
    void offersThatCanNotBeMade() {
        String pool = pool("main");
        ann.call("pools.offer", "poolId", pool, "toTenantId", ann.tenantId(), "quotas", LIMITS)
                .refused("INVALID_INPUT");
        assertThat(ann.call("pools.offer", "poolId", pool, "toTenantId", "no-such-tenant", "quotas", LIMITS)
                        .refused("NOT_FOUND")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-tenant/no-such-tenant");
        Api guest = server.newTenant();
        ann.call("pools.withdraw", "poolId", pool, "toTenantId", guest.tenantId())
                .ok();
        ann.call("pools.archive", "poolId", pool).ok();
        ann.call("pools.offer", "poolId", pool, "toTenantId", guest.tenantId(), "quotas", LIMITS)
                .refused("INVALID_STATE");
    }

    @Test
    void flavorsAreMadeArchivedAndMadeAgain() {
        String pool = pool("main");
        Object[] small = {"poolId", pool, "name", "small", "vcpu", 1, "memoryGiB", 2, "diskGiB", 3};
        JsonNode made = ann.call("flavors.create", small).ok();
        assertThat(made.has("id")).isFalse();
        assertThat(made.get("gpus").asInt()).isZero();
        assertThat(made.get("state").asString()).isEqualTo("active");
        assertThat(ann.call("flavors.create", small)
                        .refused("CONFLICT")
                        .get("flavor")
                        .asString())
                .isEqualTo("small");
        assertThat(ann.call("flavors.archive", "poolId", pool, "name", "small")
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("archived");
        assertThat(ann.call("flavors.list", "poolId", pool).ok().get("items")).isEmpty();
        assertThat(ann.call("flavors.list", "poolId", pool, "includeArchived", true)
                        .ok()
                        .get("items"))
                .hasSize(1);
        JsonNode again = ann.call("flavors.create", small).ok();
        assertThat(again.get("state").asString()).isEqualTo("active");
        assertThat(again.get("revision").asLong()).isEqualTo(3);
        ann.call("flavors.archive", "poolId", pool, "name", "none").refused("NOT_FOUND");
        ann.call("flavors.create", "poolId", pool, "name", "big", "vcpu", 513, "memoryGiB", 1, "diskGiB", 1)
                .refused("INVALID_INPUT");
        ann.call("pools.archive", "poolId", pool).ok();
        ann.call("flavors.create", "poolId", pool, "name", "late", "vcpu", 1, "memoryGiB", 1, "diskGiB", 1)
                .refused("INVALID_STATE");
        assertThat(ann.call("flavors.list", "poolId", "pool_" + "0".repeat(26))
                        .ok()
                        .get("items"))
                .isEmpty();
    }

    @Test
    void aQuotaUnderWhatIsUsedOnlyStopsAdmissions() {
        HostedPool pool = HostedPool.roomy(ann);
        pool.create().ok();
        pool.create().ok();
        JsonNode lowered = ann.call("quotas.set", "poolId", pool.id(), "resource", "vcpu", "max", 1)
                .ok();
        assertThat(lowered.get("max").asLong()).isEqualTo(1);
        assertThat(lowered.get("used").asLong()).isEqualTo(2);
        JsonNode details = pool.create().refused("QUOTA_EXCEEDED");
        assertThat(details.get("resource").asString()).isEqualTo("vcpu");
        assertThat(details.get("max").asLong()).isEqualTo(1);
        assertThat(details.get("used").asLong()).isEqualTo(2);
        assertThat(details.get("requested").asLong()).isEqualTo(1);
        server.operator(ann.tenantId())
                .call("quotas.set", "poolId", pool.id(), "resource", "vcpu", "max", 3)
                .ok();
        pool.create().ok();
        assertThat(ann.call("quotas.list", "resource", "vcpu").ok().get("items"))
                .hasSize(1);
        ann.call("quotas.get", "poolId", "pool_" + "0".repeat(26), "resource", "vcpu")
                .refused("NOT_FOUND");
        ann.call("quotas.get", "poolId", pool.id(), "resource", "vCPU").refused("INVALID_INPUT");
        ann.call("quotas.set", "poolId", pool.id(), "resource", "vcpu", "max", -1)
                .refused("INVALID_INPUT");
    }
}
