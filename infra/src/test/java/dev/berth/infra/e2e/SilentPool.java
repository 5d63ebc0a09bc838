package dev.berth.infra.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A provider pool of a tenant with its account, made over HTTP. The provider never answers: nobody has set the secret of its
 * account, so that nothing is ever made there.
 */
public final class SilentPool {
    /** The pool's region. */
    public static final String REGION = "nyc3";

    /** The account's other region. */
    public static final String ELSEWHERE = "ams3";

    private final Api api;
    private final String accountId;
    private final String poolId;

    private SilentPool(Api api, String accountId, String poolId) {
        this.api = api;
        this.accountId = accountId;
        this.poolId = poolId;
    }

    /** A pool with room for many small volumes. */
    public static SilentPool create(Api api) {
        return with(api, account(api, "env:BERTH_TEST_SECRET_THAT_IS_NOT_SET", null), 1000);
    }

    /** A pool of this account with this limit of diskGiB, and the flavor small (1 vcpu, 1 GiB). */
    public static SilentPool with(Api api, String accountId, int diskGiB) {
        String poolId = id(api.call(
                "pools.create",
                "name",
                name(),
                "kind",
                "provider",
                "accountId",
                accountId,
                "region",
                REGION,
                "quotas",
                Map.of("vcpu", 100, "memoryGiB", 100, "diskGiB", diskGiB),
                "idempotencyKey",
                name()));
        api.call(
                        "flavors.create",
                        "poolId",
                        poolId,
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
        return new SilentPool(api, accountId, poolId);
    }

    /** An account in both regions; its id. */
    public static String account(Api api, String secretRef, URI endpoint) {
        Object[] fields = {
            "name", name(), "provider", "digitalocean", "regions", List.of(REGION, ELSEWHERE), "secretRef", secretRef
        };
        return id(api.call(
                "accounts.create",
                endpoint == null
                        ? fields
                        : Stream.concat(Stream.of(fields), Stream.of("endpoint", endpoint.toString()))
                                .toArray()));
    }

    /** A file with the secret that nobody else may read, in the data directory. */
    public static Path secretFile(BerthServer server, String secret) {
        try {
            Path file = Files.createFile(
                    server.dataDir().toAbsolutePath().resolve("secret-" + UUID.randomUUID()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, secret);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pool's id. */
    public String id() {
        return poolId;
    }

    /** Its account's id. */
    public String accountId() {
        return accountId;
    }

    /** A network of the account with a subnet in the pool's region; its id. */
    public String network() {
        return id(api.call(
                "networks.create",
                "accountId",
                accountId,
                "name",
                name(),
                "subnets",
                List.of(Map.of("region", REGION, "cidr", "10.91.0.0/24")),
                "idempotencyKey",
                name()));
    }

    /** Asks for a volume of 1 GiB with a name and key of its own; further fields replace these. */
    public Api.Answer volume(Object... more) {
        return volumeAs(api, more);
    }

    /** The same in the name of somebody else. */
    public Api.Answer volumeAs(Api caller, Object... more) {
        return caller.call(
                "providerVolumes.create",
                merged(
                        Map.of(
                                "poolId",
                                poolId,
                                "name",
                                name(),
                                "region",
                                REGION,
                                "sizeGiB",
                                1,
                                "idempotencyKey",
                                name()),
                        more));
    }

    /** The id of a new volume. */
    public String volumeId(Object... more) {
        return id(volume(more));
    }

    /** The id of a new instance of the pool. */
    public String instance(Object... more) {
        return id(api.call(
                "instances.create",
                merged(
                        Map.of(
                                "poolId",
                                poolId,
                                "flavor",
                                "small",
                                "imageId",
                                "debian-13-x64",
                                "idempotencyKey",
                                name()),
                        more)));
    }

    /** Asks for a snapshot of a volume with a name and key of its own; further fields replace these. */
    public Api.Answer snapshot(String volumeId, Object... more) {
        return api.call(
                "providerVolumes.snapshot",
                merged(Map.of("volumeId", volumeId, "name", name(), "idempotencyKey", name()), more));
    }

    /** How much of a resource the tenant uses in this pool. */
    public long used(String resource) {
        return api.call("quotas.get", "poolId", poolId, "resource", resource)
                .ok()
                .get("used")
                .asLong();
    }

    /** The volume as it is shown. */
    public JsonNode get(String volumeId) {
        return api.call("providerVolumes.get", "volumeId", volumeId).ok();
    }

    /** Waits until the volume is in this state. */
    public JsonNode awaitVolume(String volumeId, String state) {
        return api.await(
                it -> it.path("state").asString("").equals(state), "providerVolumes.get", "volumeId", volumeId);
    }

    /** A name that volumes may have, too. */
    public static String name() {
        return "n" + UUID.randomUUID();
    }

    private static String id(Api.Answer answer) {
        return answer.ok().get("id").asString();
    }

    private static Object[] merged(Map<String, Object> usual, Object... more) {
        Map<String, Object> fields = new LinkedHashMap<>(usual);
        for (int i = 0; i < more.length; i += 2) {
            fields.put((String) more[i], more[i + 1]);
        }
        return fields.entrySet().stream()
                .flatMap(it -> Stream.of(it.getKey(), it.getValue()))
                .toArray();
    }
}
