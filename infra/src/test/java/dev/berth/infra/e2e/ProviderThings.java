package dev.berth.infra.e2e;

import static dev.berth.infra.e2e.Things.fields;
import static dev.berth.infra.e2e.Things.name;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The same as {@link Things} for what is made with a provider account, which no provider ever answers for. */
final class ProviderThings {
    static final String REGION = "nyc3";

    private static final Set<String> GROUPS = Set.of("accounts", "networks", "providerVolumes", "providerSnapshots");

    private final Api owner;
    private final String account;
    private final String pool;

    /**
     * What belongs to this owner.
     *
     * @param offered offers a pool to a guest, if there is one, and answers its id
     */
    ProviderThings(Api owner, UnaryOperator<String> offered) {
        this.owner = owner;
        this.account = made("accounts.create");
        this.pool = offered.apply(owner.call(
                        "pools.create",
                        "name",
                        name(),
                        "kind",
                        "provider",
                        "accountId",
                        account,
                        "region",
                        REGION,
                        "quotas",
                        Map.of("vcpu", 1000, "memoryGiB", 1000, "diskGiB", 10_000),
                        "idempotencyKey",
                        name())
                .ok()
                .get("id")
                .asString());
        owner.call(
                        "flavors.create",
                        "poolId",
                        pool,
                        "name",
                        "small",
                        "vcpu",
                        1,
                        "memoryGiB",
                        1,
                        "diskGiB",
                        25,
                        "providerSize",
                        "s-1vcpu-1gb")
                .ok();
    }

    /** Whether the method is of a group that is about providers. */
    static boolean knows(String method) {
        return GROUPS.contains(method.substring(0, method.lastIndexOf('.'))) && !method.endsWith(".list");
    }

    /** A valid input of the method without the tenant, as names and values. */
    Object[] input(String method) {
        return switch (method) {
            case "accounts.create" ->
                fields(
                        "name",
                        name(),
                        "provider",
                        "digitalocean",
                        "regions",
                        List.of(REGION),
                        "secretRef",
                        "env:BERTH_TEST_SECRET_THAT_IS_NOT_SET");
            case "accounts.get", "accounts.archive" -> fields("accountId", made("accounts.create"));
            case "networks.create" ->
                fields(
                        "accountId",
                        account,
                        "name",
                        name(),
                        "subnets",
                        List.of(Map.of("region", REGION, "cidr", "10.90.0.0/24")),
                        "idempotencyKey",
                        name());
            case "networks.get", "networks.delete" -> fields("networkId", made("networks.create"));
            case "providerVolumes.create" ->
                fields("poolId", pool, "name", name(), "region", REGION, "sizeGiB", 1, "idempotencyKey", name());
            case "providerVolumes.get", "providerVolumes.detach", "providerVolumes.delete" ->
                fields("volumeId", made("providerVolumes.create"));
            case "providerVolumes.attach" ->
                fields("volumeId", made("providerVolumes.create"), "instanceId", instance());
            case "providerVolumes.resize" -> fields("volumeId", made("providerVolumes.create"), "sizeGiB", 2);
            case "providerVolumes.snapshot" ->
                fields("volumeId", made("providerVolumes.create"), "name", name(), "idempotencyKey", name());
            case "providerSnapshots.get", "providerSnapshots.delete" ->
                fields("snapshotId", made("providerVolumes.snapshot"));
            case "providerSnapshots.restore" ->
                fields("snapshotId", made("providerVolumes.snapshot"), "name", name(), "idempotencyKey", name());
            default -> throw new IllegalArgumentException("Nobody has said what " + method + " is called with");
        };
    }

    private String instance() {
        return owner.call(
                        "instances.create",
                        "poolId",
                        pool,
                        "flavor",
                        "small",
                        "imageId",
                        "debian-13-x64",
                        "idempotencyKey",
                        name())
                .ok()
                .get("id")
                .asString();
    }

    private String made(String method) {
        return owner.call(method, input(method)).ok().get("id").asString();
    }
}
