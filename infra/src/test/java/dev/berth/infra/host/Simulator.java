package dev.berth.infra.host;

import dev.berth.sagas.node.HostRef;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A test's view of a running simulator: its driver, and the door for faults and for what really happened. */
final class Simulator implements AutoCloseable {

    private static final AtomicInteger HOSTS = new AtomicInteger();
    private static final JsonMapper JSON = new JsonMapper();

    private final URI uri;
    private final HttpClient client = HttpClient.newHttpClient();
    private final SimulatedHostDriver driver;

    Simulator(URI uri) {
        this.uri = uri;
        this.driver = new SimulatedHostDriver(() -> uri);
    }

    static HostRef newHost() {
        int number = HOSTS.incrementAndGet();
        return new HostRef("node_" + number, "host-" + number, null);
    }

    SimulatedHostDriver driver() {
        return driver;
    }

    HttpResponse<String> request(String method, String path, String body) {
        try {
            return client.send(
                    HttpRequest.newBuilder(uri.resolve(path))
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private JsonNode ok(String method, HostRef host, String path, String body) {
        HttpResponse<String> answer = request(method, "/_simulator/hosts/" + host.nodeId() + path, body);
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    /** Adds a fault, or a list of them, in JSON with single quotes. */
    void fault(HostRef host, String json) {
        ok("POST", host, "/faults", json.replace('\'', '"'));
    }

    void clearFaults(HostRef host) {
        ok("DELETE", host, "/faults", "");
    }

    int hanging(HostRef host) {
        return ok("GET", host, "/faults", "").path("hanging").asInt();
    }

    void vanish(HostRef host, String instanceId) {
        ok("DELETE", host, "/machines/" + instanceId, "");
    }

    void powerOff(HostRef host, String instanceId) {
        ok("POST", host, "/machines/" + instanceId + "/power-off", "");
    }

    /** Each machine as {@code instanceId state}. */
    List<String> machines(HostRef host) {
        return ok("GET", host, "/machines", "")
                .path("items")
                .valueStream()
                .map(m ->
                        m.path("instanceId").asString() + " " + m.path("state").asString())
                .toList();
    }

    /** How often the operation changed something on the host. */
    int carriedOut(HostRef host, String operation) {
        return ok("GET", host, "/carried-out", "").path("total").path(operation).asInt();
    }

    /** How often the operation changed something for that instance. */
    int carriedOut(HostRef host, String operation, String instanceId) {
        return ok("GET", host, "/carried-out", "")
                .path("items")
                .valueStream()
                .filter(item -> item.path("instanceId").asString().equals(instanceId))
                .mapToInt(item -> item.path(operation).asInt())
                .sum();
    }

    /** Waits until it is so, at most 20 s. */
    static void eventually(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It did not come true within 20 s");
            }
            Thread.onSpinWait();
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
    }

    @Override
    public void close() {
        driver.close();
        client.shutdownNow();
    }
}
