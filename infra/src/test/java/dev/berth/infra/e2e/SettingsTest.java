package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a deployment's own settings change. */
class SettingsTest {
    @Test
    void noImagesAndASmallRate() {
        try (BerthServer server = BerthServer.start(
                BerthServer.temporary(), "--berth.vps.images=none", "--berth.limits.requests-per-second=2")) {
            Api operator = server.operator("acme");
            Api ann = server.as("acme", "ann", "admin");
            HostedPool pool = HostedPool.create(operator, 10, 10, 100);
            Api.Answer refused = pool.create();
            assertThat(refused.refused("INVALID_CONFIG").get("setting").asString())
                    .isEqualTo("berth.vps.images");
            assertThat(refused.status()).isEqualTo(500);
            assertThat(pool.used("vcpu")).isZero();
            JsonNode limited = ann.await(it -> it.path("code").asString("").equals("RATE_LIMITED"), "projects.list");
            assertThat(limited.get("status").asInt()).isEqualTo(429);
            Api.Answer again = ann.call("projects.list");
            if (again.status() == 429) {
                assertThat(again.raw().headers().firstValue("Retry-After")).isPresent();
            }
            // Another token has a rate of its own, and the operator's has none.
            server.as("acme", "bob", "reader").call("projects.list").ok();
            for (int i = 0; i < 20; i++) {
                operator.call("projects.list").ok();
            }
        }
    }
}
