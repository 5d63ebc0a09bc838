package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** What must add up once everything is quiet, as anyone can see it over HTTP and at the hosts. */
final class Sums {
    private static final List<String> RESOURCES = List.of("vcpu", "memoryGiB", "diskGiB");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Sums() {}

    /**
     * Waits until charges, allocations and leases are the sum over the pool's live instances, and every host has just the
     * machines of its instances in their states; fails with what is different when patience ends.
     */
    static void awaitRight(Api api, HostedPool pool, HostDoors doors) {
        Instant deadline = Instant.now().plus(PATIENCE);
        List<String> wrong = differences(api, pool, doors);
        while (!wrong.isEmpty() && Instant.now().isBefore(deadline)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            wrong = differences(api, pool, doors);
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> differences(Api api, HostedPool pool, HostDoors doors) {
        List<JsonNode> live = instances(api, pool.id());
        List<String> wrong = new ArrayList<>();
        for (String resource : RESOURCES) {
            compare(wrong, "charged " + resource, pool.used(resource), sum(live, resource));
        }
        for (JsonNode node : all(api, "nodes.list", "poolId", pool.id())) {
            String nodeId = node.get("id").asString();
            List<JsonNode> here = live.stream()
                    .filter(it -> it.path("nodeId").asString("").equals(nodeId))
                    .toList();
            for (String resource : RESOURCES) {
                compare(
                        wrong,
                        "allocated " + resource,
                        node.get("allocated").get(resource).asLong(),
                        sum(here, resource));
            }
            if (!node.get("state").asString().equals("removed")) {
                Map<String, String> states = new TreeMap<>();
                here.forEach(it ->
                        states.put(it.get("id").asString(), it.get("state").asString()));
                compare(wrong, "machines", doors.machines(nodeId), states);
            }
        }
        Map<String, Long> addresses = new HashMap<>();
        live.forEach(it -> it.get("addresses")
                .forEach(a -> addresses.merge(a.get("address").asString(), 1L, Long::sum)));
        addresses.forEach((address, holders) -> compare(wrong, "holders of " + address, holders, 1L));
        long leased = 0;
        for (JsonNode range : all(api, "addressRanges.list", "poolId", pool.id())) {
            leased += range.get("leased").asLong();
        }
        compare(wrong, "leased addresses", leased, (long) live.size());
        return wrong;
    }

    /** All instances of the pool that are not deleted, the newest first. */
    static List<JsonNode> instances(Api api, String poolId) {
        return all(api, "instances.list", "poolId", poolId, "scope", "all");
    }

    private static List<JsonNode> all(Api api, String method, Object... fields) {
        List<JsonNode> items = new ArrayList<>();
        Object[] asked = fields;
        while (true) {
            JsonNode page = api.call(method, asked).ok();
            page.get("items").forEach(items::add);
            if (!page.has("cursor")) {
                return items;
            }
            asked = new Object[fields.length + 2];
            System.arraycopy(fields, 0, asked, 0, fields.length);
            asked[fields.length] = "cursor";
            asked[fields.length + 1] = page.get("cursor").asString();
        }
    }

    private static long sum(List<JsonNode> instances, String resource) {
        return instances.stream().mapToLong(it -> it.path(resource).asLong(0)).sum();
    }

    private static void compare(List<String> wrong, String what, Object said, Object found) {
        if (!said.equals(found)) {
            wrong.add(what + ": " + said + " instead of " + found);
        }
    }
}
