package dev.berth.infra.e2e;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Makes, over HTTP, what a method is called with, in the name of one owner: everything anew, so that what one call changes
 * does not matter to the next.
 */
final class Things {
    /** A policy under which a delegated reader gets no instance of the flavor {@code confirmed} without being asked. */
    static final String CONFIRMED_POLICY = "@confirmation(\"required\") permit(principal, "
            + "action == Action::\"compute:instances:create\", resource) when { resource.flavor == \"confirmed\" };";

    private static final Map<String, Object> LIMITS = Map.of("vcpu", 1000, "memoryGiB", 1000, "diskGiB", 10_000);
    private static final Map<String, Object> CAPACITY = Map.of("vcpu", 4, "memoryGiB", 4, "diskGiB", 40);

    private final BerthServer server;
    private final Api owner;
    private final String principal;
    private final String guest;
    private final String pool;
    private final ProviderThings atProvider;
    private int ranges;

    /**
     * What belongs to this owner.
     *
     * @param principal whose session the owner's is
     * @param guest the tenant that its pools are offered to; null for none
     */
    Things(BerthServer server, Api owner, String principal, String guest) {
        this.server = server;
        this.principal = principal;
        this.owner = owner;
        this.guest = guest;
        // Somebody else of the tenant may have registered it already.
        owner.call("images.register", imageInput(IMAGE));
        this.pool = pool();
        flavor(pool, "small");
        flavor(pool, "confirmed");
        this.atProvider = new ProviderThings(owner, this::offered);
        owner.call("addressRanges.create", "poolId", pool, "cidr", "10.40.0.0/24")
                .ok();
    }

    /** A valid input of the method without the tenant, as names and values. */
    Object[] input(String method) {
        return switch (method) {
            case "instances.create" -> instanceInput("small");
            case "instances.get", "instances.start", "instances.stop", "instances.delete" ->
                fields("instanceId", instance());
            case "instances.resize" -> fields("instanceId", instance(), "flavor", "small");
            case "pools.create" ->
                fields("name", name(), "kind", "vps-host", "quotas", LIMITS, "idempotencyKey", name());
            case "pools.update" -> fields("poolId", provider(), "region", "nyc3");
            case "pools.offer" -> fields("poolId", pool(), "toTenantId", tenant(), "quotas", LIMITS);
            case "pools.withdraw" -> fields("poolId", pool(), "toTenantId", tenant());
            case "pools.get", "pools.archive" -> fields("poolId", pool());
            case "flavors.create" -> fields("poolId", pool, "name", name(), "vcpu", 1, "memoryGiB", 1, "diskGiB", 1);
            case "flavors.archive" -> fields("poolId", pool, "name", flavor(pool, name()));
            case "nodes.register" -> nodeInput();
            case "nodes.update" -> fields("nodeId", node(), "capacity", CAPACITY);
            case "nodes.get", "nodes.cordon", "nodes.uncordon", "nodes.drain", "nodes.remove" ->
                fields("nodeId", node());
            case "addressRanges.create" -> fields("poolId", pool, "cidr", freeCidr());
            case "addressRanges.delete" -> fields("rangeId", made("addressRanges.create"));
            case "images.register" -> imageInput(name());
            case "images.get", "images.archive" -> fields("imageId", image());
            case "images.publish" -> {
                String signer = signer();
                String image = image();
                sign(image, signer).ok();
                yield fields("imageId", image);
            }
            case "images.sign" -> fields("imageId", image(), "signerId", signer(), "signature", SIGNATURE);
            case "signers.add" -> fields("name", name(), "publicKey", KeyFixture.PUBLIC_KEY);
            case "signers.remove" -> fields("signerId", signer());
            case "projects.create" -> fields("name", name());
            case "projects.get", "projects.archive" -> fields("projectId", made("projects.create"));
            case "quotas.get" -> fields("poolId", pool, "resource", "vcpu");
            case "quotas.set" -> fields("poolId", pool, "resource", "vcpu", "max", 999);
            case "tenants.suspend", "tenants.resume" -> fields("forTenantId", tenant());
            case "iam.tokens.create" -> tokenInput("member", false);
            case "iam.tokens.revoke" ->
                fields(
                        "tokenId",
                        owner.call("iam.tokens.create", tokenInput("member", false))
                                .text("id"));
            case "iam.policies.put" -> policyInput(name());
            case "iam.policies.delete" -> fields("policyId", policy());
            case "iam.decisions.test" ->
                fields(
                        "principal",
                        "zoe",
                        "action",
                        "compute:pools:read",
                        "resource",
                        Map.of("type", "compute-tenant", "id", owner.tenantId(), "attributes", Map.of()));
            case "subscriptions.create" ->
                fields("url", "https://" + name() + ".invalid/", "types", List.of(), "secretRef", "env:HOOK_SECRET");
            case "subscriptions.get", "subscriptions.delete" -> fields("subscriptionId", made("subscriptions.create"));
            case "subscriptions.replay" -> fields("subscriptionId", made("subscriptions.create"), "after", 0);
            case "audit.history" -> fields("resourceId", instance());
            case "audit.at" -> fields("resourceId", instance(), "revision", 1);
            case "audit.export", "audit.verify" -> fields();
            case "usage.query" -> fields("from", "2026-01-01T00:00:00Z", "to", "2026-02-01T00:00:00Z");
            case "inventory.report" -> fields("nodeId", node(), "sections", Map.of("cpu", Map.of("cores", 8)));
            case "inventory.get", "inventory.list" -> fields("nodeId", reported());
            case "iam.decisions.replay" ->
                fields(
                        "policyId",
                        "tried",
                        "policy",
                        "forbid(principal == User::\"nobody-at-all\", action, resource);",
                        "from",
                        "2026-01-01T00:00:00Z",
                        "to",
                        "2026-02-01T00:00:00Z");
            case "projections.rebuild", "projections.verify" -> fields("name", "usage");
            case "projections.deadLetters.retry" -> fields("name", "views", "resourceId", instance());
            case "sagas.parked.retry" -> fields("resourceId", instance());
            case "iam.confirmations.approve" -> fields("confirmationId", confirmation());
            case String provider when ProviderThings.knows(provider) -> atProvider.input(provider);
            case String list when list.endsWith(".list") -> fields();
            default -> throw new IllegalArgumentException("Nobody has said what " + method + " is called with");
        };
    }

    /** Whether the method names something that exists already. */
    static boolean namesSomething(String method) {
        return switch (method) {
            case "pools.create",
                    "accounts.create",
                    "images.register",
                    "signers.add",
                    "projects.create",
                    "tenants.suspend",
                    "tenants.resume",
                    "iam.tokens.create",
                    "iam.policies.put",
                    "iam.decisions.test",
                    "iam.decisions.replay",
                    "audit.export",
                    "audit.verify",
                    "usage.query",
                    "projections.rebuild",
                    "projections.verify",
                    "projections.deadLetters.retry",
                    "sagas.parked.retry",
                    "subscriptions.create" -> false;
            case "inventory.list" -> true;
            default -> !method.endsWith(".list");
        };
    }

    /** Whether what it names can be something that another tenant shares. */
    static boolean namesAPool(String method) {
        return method.startsWith("pools.") && namesSomething(method)
                || List.of(
                                "instances.create",
                                "providerVolumes.create",
                                "flavors.create",
                                "flavors.archive",
                                "nodes.register",
                                "addressRanges.create",
                                "quotas.get",
                                "quotas.set")
                        .contains(method);
    }

    private static final String SIGNATURE = KeyFixture.signature("sha256:" + "ab".repeat(32));

    /** An instance that waits for a host for ever: the pool has none. */
    String instance() {
        return made("instances.create");
    }

    String image() {
        String id = name();
        owner.call("images.register", imageInput(id)).ok();
        return id;
    }

    String signer() {
        return made("signers.add");
    }

    String policy() {
        String id = name();
        owner.call("iam.policies.put", policyInput(id)).ok();
        return id;
    }

    Api.Answer sign(String imageId, String signerId) {
        return owner.call("images.sign", "imageId", imageId, "signerId", signerId, "signature", SIGNATURE);
    }

    /** A confirmation that a delegated session of the owner asked for. */
    String confirmation() {
        owner.call("iam.policies.put", "policyId", "confirmed", "policy", CONFIRMED_POLICY)
                .ok();
        Api delegate = delegated(server, owner.tenantId(), principal, "reader");
        return delegate.call("instances.create", instanceInput("confirmed"))
                .refused("CONFIRMATION_REQUIRED")
                .get("confirmationId")
                .asString();
    }

    /** A session that acts for a principal of the tenant. */
    static Api delegated(BerthServer server, String tenantId, String principal, String role) {
        String token = server.operator(tenantId)
                .call("iam.tokens.create", "principal", principal, "roles", List.of(role), "delegate", true)
                .ok()
                .get("token")
                .asString();
        return new Api(server.base(), token, tenantId);
    }

    String provider() {
        return offered(owner.call(
                        "pools.create", "name", name(), "kind", "provider", "quotas", LIMITS, "idempotencyKey", name())
                .ok()
                .get("id")
                .asString());
    }

    String pool() {
        return offered(made("pools.create"));
    }

    private String offered(String poolId) {
        if (guest != null) {
            owner.call("pools.offer", "poolId", poolId, "toTenantId", guest, "quotas", LIMITS)
                    .ok();
        }
        return poolId;
    }

    private String flavor(String poolId, String name) {
        owner.call("flavors.create", "poolId", poolId, "name", name, "vcpu", 1, "memoryGiB", 1, "diskGiB", 1)
                .ok();
        return name;
    }

    /** A host of a pool of its own, so that no instance is placed there. */
    private String node() {
        Object[] input = nodeInput();
        input[1] = pool();
        return owner.call("nodes.register", input).ok().get("id").asString();
    }

    /** A host whose daemon has reported what it is made of. */
    private String reported() {
        String nodeId = node();
        owner.call("inventory.report", "nodeId", nodeId, "sections", Map.of("cpu", Map.of("cores", 8)))
                .ok();
        return nodeId;
    }

    private String made(String method) {
        return owner.call(method, input(method)).ok().get("id").asString();
    }

    private String tenant() {
        return server.newTenant().tenantId();
    }

    private String freeCidr() {
        return "10.41." + ranges++ % 250 + ".0/28";
    }

    private Object[] nodeInput() {
        return fields(
                "poolId", pool, "name", name(), "driver", "simulated", "capacity", CAPACITY, "idempotencyKey", name());
    }

    private static Object[] imageInput(String id) {
        return fields(
                "imageId",
                id,
                "kind",
                "os",
                "digest",
                "sha256:" + "ab".repeat(32),
                "sourceUrl",
                "https://images.example.com/" + id);
    }

    /** No two of them are alike: an approval is for one input, whatever its key. */
    private Object[] instanceInput(String flavor) {
        return fields("poolId", pool, "flavor", flavor, "imageId", IMAGE, "userData", name(), "idempotencyKey", name());
    }

    /** The image that instances are made of: whoever calls has one of this id. */
    static final String IMAGE = "debian-13";

    private static Object[] tokenInput(String role, boolean delegate) {
        return fields("principal", "zoe", "roles", List.of(role), "delegate", delegate);
    }

    private static Object[] policyInput(String id) {
        return fields("policyId", id, "policy", "forbid(principal == User::\"nobody-at-all\", action, resource);");
    }

    static Object[] fields(Object... fields) {
        return fields;
    }

    static String name() {
        return "n" + UUID.randomUUID();
    }

    /** The fields by name. */
    static Map<String, Object> byName(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put((String) fields[i], fields[i + 1]);
        }
        return map;
    }
}
