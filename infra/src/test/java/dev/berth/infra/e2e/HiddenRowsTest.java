package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A page looks at no more than a thousand rows, however few of them its caller may see. */
class HiddenRowsTest {
    private static final int MOST = 1_000;
    private static final int BEYOND = 5;

    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final Api zoe = server.as(ann.tenantId(), "zoe", "admin");
    private final Api bob = server.as(ann.tenantId(), "bob", "reader");

    @Test
    void aPageMayBeShortAndItsCursorLeadsOn() {
        zoe.call("projects.create", "name", "first").ok();
        makeHidden(MOST + BEYOND);
        zoe.call("projects.create", "name", "last").ok();
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "hidden",
                        "policy",
                        "forbid(principal == User::\"bob\", action, resource is ComputeProject)"
                                + " when { resource has createdBy && resource.createdBy == \"ann\" };")
                .ok();

        JsonNode page = bob.call("projects.list", "limit", 10).ok();
        assertThat(PoolsTest.all(page, "name")).containsExactly("first");
        JsonNode next = bob.call(
                        "projects.list",
                        "limit",
                        10,
                        "cursor",
                        page.get("cursor").asString())
                .ok();
        assertThat(PoolsTest.all(next, "name")).containsExactly("last");
        assertThat(next.has("cursor")).isFalse();

        // Nothing at all to be seen in a thousand rows is an empty page, and not the end.
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "all-hidden",
                        "policy",
                        "forbid(principal == User::\"bob\", action, resource is ComputeProject)"
                                + " when { resource has createdBy && resource.createdBy == \"zoe\" };")
                .ok();
        page = bob.call("projects.list", "limit", 200).ok();
        assertThat(page.get("items")).isEmpty();
        next = bob.call("projects.list", "cursor", page.get("cursor").asString())
                .ok();
        assertThat(next.get("items")).isEmpty();
        assertThat(next.has("cursor")).isFalse();

        // Who may see all of them gets full pages.
        assertThat(ann.call("projects.list", "limit", 200).ok().get("items")).hasSize(200);
    }

    private void makeHidden(int count) {
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            CompletableFuture.allOf(IntStream.range(0, count)
                            .mapToObj(i -> CompletableFuture.runAsync(
                                    () -> ann.call("projects.create", "name", "hidden-" + i)
                                            .ok(),
                                    threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        }
    }
}
