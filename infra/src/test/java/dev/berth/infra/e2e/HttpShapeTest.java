package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What all methods have in common: errors' shape, request ids, the order of checks, events. */
class HttpShapeTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();

    @Test
    void everyViolationIsToldWithItsPlace() {
        JsonNode violations = ann.call(
                        "instances.create",
                        "poolId",
                        "pool_x",
                        "flavor",
                        "Small",
                        "sshKeys",
                        List.of("ssh-ed25519 AAAA a", "nonsense", "ssh-rsa "),
                        "desiredState",
                        "gone",
                        "color",
                        "red",
                        "wait",
                        Map.of("timeoutMs", 30001, "more", true))
                .refused("INVALID_INPUT")
                .get("violations");
        assertThat(violations.valueStream().map(it -> it.get("field").asString()))
                .containsExactlyInAnyOrder(
                        "poolId",
                        "flavor",
                        "imageId",
                        "sshKeys[1]",
                        "sshKeys[2]",
                        "desiredState",
                        "idempotencyKey",
                        "color",
                        "wait.timeoutMs",
                        "wait.more");
    }

    @Test
    void aProblemIsWholeAndCarriesTheRequestsId() {
        HttpRequest.Builder request = HttpRequest.newBuilder(ann.uri("projects.get"))
                .header("Authorization", "Bearer " + ann.token())
                .header("Content-Type", "application/json")
                .header("X-Request-Id", "my-request.1")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"tenantId\":\"" + ann.tenantId() + "\",\"projectId\":\"prj_" + "0".repeat(26) + "\"}"));
        Api.Answer answer = Api.send(request);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.raw().headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(answer.raw().headers().allValues("X-Request-Id")).containsExactly("my-request.1");
        assertThat(answer.text("type")).isEqualTo("urn:berth:error:not-found");
        assertThat(answer.text("requestId")).isEqualTo("my-request.1");
        assertThat(answer.refused("NOT_FOUND").get("resource").asString())
                .isEqualTo("compute-project/prj_" + "0".repeat(26));
        Api.Answer other = Api.send(HttpRequest.newBuilder(ann.uri("projects.list"))
                .header("X-Request-Id", "no id: too many words")
                .POST(HttpRequest.BodyPublishers.noBody()));
        other.refused("UNAUTHENTICATED");
        assertThat(other.raw().headers().firstValue("X-Request-Id").orElse(""))
                .matches("[A-Za-z0-9._-]{1,128}")
                .isEqualTo(other.text("requestId"));
    }

    @Test
    void whoCallsIsDecidedBeforeTheBodyIsRead() throws Exception {
        URI base = server.base();
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/compute/pools/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nonsense\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            byte[] beginning = in.readNBytes(12);
            assertThat(new String(beginning, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void aBodyIsBoundedHoweverItComes() {
        String large = "{\"tenantId\":\"" + "x".repeat(256 * 1024) + "\"}";
        assertThat(ann.raw("projects.list", large)
                        .refused("PAYLOAD_TOO_LARGE")
                        .get("limitBytes")
                        .asInt())
                .isEqualTo(262144);
        Api.Answer chunked = Api.send(HttpRequest.newBuilder(ann.uri("projects.list"))
                .header("Authorization", "Bearer " + ann.token())
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8)))));
        chunked.refused("PAYLOAD_TOO_LARGE");
    }

    @Test
    void onlyPostsToKnownMethodsAreCalls() {
        Api.Answer get = Api.send(HttpRequest.newBuilder(ann.uri("projects.list"))
                .header("Authorization", "Bearer " + ann.token())
                .GET());
        assertThat(get.status()).isIn(404, 405);
        assertThat(get.raw().headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        ann.raw("projects.nothing", "{}").refused("NOT_FOUND");
        ann.raw("pools/../projects/list", "{}");
        ann.raw("projects.list", "[]").refused("INVALID_INPUT");
        ann.raw("projects.list", "").refused("INVALID_INPUT");
        ann.raw("projects.list", "{\"tenantId\":null}").refused("INVALID_INPUT");
        ann.raw("projects.list", "{\"tenantId\":\"" + ann.tenantId() + "\",\"limit\":10.0}")
                .refused("INVALID_INPUT");
        ann.raw("projects.list", "{\"tenantId\":\"" + ann.tenantId() + "\",\"limit\":\"10\"}")
                .refused("INVALID_INPUT");
    }

    @Test
    void eventsAreReadInOrderFromAnyPosition() {
        HostedPool pool = HostedPool.roomy(ann);
        String project =
                ann.call("projects.create", "name", "web").ok().get("id").asString();
        String instance = pool.running();
        JsonNode events = ann.call("events.list").ok().get("items");
        long before = -1;
        for (JsonNode event : events) {
            assertThat(event.get("specversion").asString()).isEqualTo("1.0");
            assertThat(event.get("position").isIntegralNumber()).isTrue();
            assertThat(event.get("position").asLong()).isGreaterThan(before);
            before = event.get("position").asLong();
        }
        assertThat(events.valueStream().map(it -> it.get("type").asString()))
                .contains("pool.created", "flavor.created", "project.created", "instance.created", "instance.running");
        JsonNode ofOne = ann.call("events.list", "resourceId", instance).ok().get("items");
        assertThat(ofOne.valueStream().map(it -> it.get("subject").asString())).containsOnly(instance);
        assertThat(ofOne.get(0).get("type").asString()).isEqualTo("instance.created");
        assertThat(ann.call("events.list", "types", List.of("project.created", "project.archived"))
                        .ok()
                        .get("items")
                        .valueStream()
                        .map(it -> it.get("subject").asString()))
                .containsExactly(project);
        JsonNode second = ann.call(
                        "events.list", "after", events.get(0).get("position").asLong(), "limit", 1)
                .ok()
                .get("items");
        assertThat(second).hasSize(1);
        assertThat(second.get(0)).isEqualTo(events.get(1));
        assertThat(ann.call("events.list", "after", Long.MAX_VALUE).ok().get("items"))
                .isEmpty();
        assertThat(server.newTenant()
                        .call("events.list", "resourceId", instance)
                        .ok()
                        .get("items"))
                .isEmpty();
        ann.call("events.list", "limit", 501).refused("INVALID_INPUT");
        ann.call("events.list", "after", -1).refused("INVALID_INPUT");
        server.as(ann.tenantId(), "mia", "member").call("events.list").refused("ACCESS_DENIED");
    }
}
