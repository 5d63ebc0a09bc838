package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What hosts report: kept where it differs, read as it is and as it was. */
class InventoryTest {
    private final BerthServer server = BerthServer.shared();
    private final Api acme = server.newTenant();
    private final String node = HostedPool.create(acme, 1, 1, 10).readyNode(4, 4, 40);

    private Api.Answer report(Api caller, Map<String, ?> sections) {
        return caller.call("inventory.report", "nodeId", node, "sections", sections);
    }

    @Test
    void aSnapshotIsKeptOnlyWhereSomethingDiffers() {
        Map<String, Object> cpu = Map.of("model", "EPYC", "cores", 32, "flags", List.of("avx", "sse"), "ghz", 3.25);
        JsonNode first = report(acme, Map.of("cpu", cpu)).ok();
        assertThat(first.get("revision").asLong()).isEqualTo(1);
        assertThat(first.get("sections").get("cpu").get("ghz").asDouble()).isEqualTo(3.25);
        assertThat(report(acme, Map.of("cpu", cpu)).ok()).isEqualTo(first);
        JsonNode second =
                report(acme, Map.of("cpu", cpu, "disk", Map.of("size", 7))).ok();
        assertThat(second.get("revision").asLong()).isEqualTo(2);
        JsonNode third = report(acme, Map.of()).ok();
        assertThat(acme.call("inventory.get", "nodeId", node).ok()).isEqualTo(third);
        assertThat(acme.call(
                                "inventory.get",
                                "nodeId",
                                node,
                                "at",
                                second.get("reportedAt").asString())
                        .ok())
                .isIn(second, third);
        acme.call("inventory.get", "nodeId", node, "at", "2020-01-01T00:00:00Z").refused("NOT_FOUND");
        JsonNode page = acme.call("inventory.list", "nodeId", node, "limit", 2).ok();
        assertThat(page.get("items")).containsExactly(third, second);
        assertThat(acme.call(
                                "inventory.list",
                                "nodeId",
                                node,
                                "cursor",
                                page.get("cursor").asString())
                        .ok()
                        .get("items"))
                .containsExactly(first);
    }

    @Test
    void adminsReportReadersReadAndOthersDoNeither() {
        report(acme, Map.of("os", Map.of("name", "debian"))).ok();
        Api reader = server.as(acme.tenantId(), "rita", "reader");
        report(reader, Map.of()).refused("ACCESS_DENIED");
        reader.call("inventory.get", "nodeId", node).ok();
        Api member = server.as(acme.tenantId(), "max", "member");
        member.call("inventory.get", "nodeId", node).refused("ACCESS_DENIED");
        member.call("inventory.list", "nodeId", node).refused("ACCESS_DENIED");
        Api stranger = server.newTenant();
        report(stranger, Map.of()).refused("NOT_FOUND");
        stranger.call("inventory.list", "nodeId", node).refused("NOT_FOUND");
    }

    @Test
    void whatIsNoSectionIsInvalid() {
        report(acme, Map.of("cpu", "fast")).refused("INVALID_INPUT");
        acme.call("inventory.report", "nodeId", node).refused("INVALID_INPUT");
    }
}
