package dev.berth.infra.queue;

import dev.berth.infra.host.SimulatedHostDaemon;
import dev.berth.infra.host.SimulatedHostDriver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Simulated hosts, with their door for faults and for what really is on them. */
final class HostDoor implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final SimulatedHostDaemon daemon;
    private final URI uri;
    private final HttpClient client = HttpClient.newHttpClient();
    final SimulatedHostDriver driver;

    HostDoor(Path directory) {
        daemon = SimulatedHostDaemon.start(directory, 0, Duration.ofMillis(5));
        uri = daemon.uri();
        driver = new SimulatedHostDriver(() -> uri);
    }

    private JsonNode ok(String method, String nodeId, String path, String body) {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(uri.resolve("/_simulator/hosts/" + nodeId + path))
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new AssertionError(answer.statusCode() + " " + answer.body());
            }
            return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    /** Adds a fault, in JSON with single quotes. */
    void fault(String nodeId, String json) {
        ok("POST", nodeId, "/faults", json.replace('\'', '"'));
    }

    void clearFaults(String nodeId) {
        ok("DELETE", nodeId, "/faults", "");
    }

    void vanish(String nodeId, String instanceId) {
        ok("DELETE", nodeId, "/machines/" + instanceId, "");
    }

    void powerOff(String nodeId, String instanceId) {
        ok("POST", nodeId, "/machines/" + instanceId + "/power-off", "");
    }

    /** Each machine as {@code instanceId state}. */
    List<String> machines(String nodeId) {
        return ok("GET", nodeId, "/machines", "")
                .path("items")
                .valueStream()
                .map(m ->
                        m.path("instanceId").asString() + " " + m.path("state").asString())
                .toList();
    }

    /** How often the operation changed something for that instance. */
    int carriedOut(String nodeId, String operation, String instanceId) {
        return ok("GET", nodeId, "/carried-out", "")
                .path("items")
                .valueStream()
                .filter(item -> item.path("instanceId").asString().equals(instanceId))
                .mapToInt(item -> item.path(operation).asInt())
                .sum();
    }

    @Override
    public void close() {
        driver.close();
        client.shutdownNow();
        daemon.close();
    }
}
