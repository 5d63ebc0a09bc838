package dev.berth.infra.simulator;

import dev.berth.infra.host.SimulatorServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A running simulator and a client of it. Time stands still until it is told to pass, so that a test sees everything
 * that is in between. Bodies are written with single quotes.
 */
final class SimulatedApi implements AutoCloseable {

    static final String TOKEN = "dop_v1_test";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What was asked and answered, for whoever wants to look at all of it. */
    record Exchange(String method, String path, String body, Reply reply) {}

    record Reply(int status, JsonNode body, HttpResponse<String> raw) {
        String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }

        String message() {
            return body.path("message").asString("");
        }

        JsonNode at(String path) {
            return body.at(path);
        }
    }

    private final Path directory;
    private final AtomicLong now =
            new AtomicLong(Instant.parse("2026-03-04T05:06:07.123Z").toEpochMilli());
    private final HttpClient client = HttpClient.newHttpClient();
    private SimulatorServer server;
    private DigitalOceanSimulator simulator;
    private Consumer<Exchange> listener = exchange -> {};

    SimulatedApi(Path directory) {
        this.directory = directory;
        start();
    }

    private void start() {
        server = new SimulatorServer(0);
        LongSupplier time = now::get;
        InstantSource clock = () -> Instant.ofEpochMilli(time.getAsLong());
        simulator = DigitalOceanSimulator.start(server, directory, clock);
        server.start();
    }

    void restart() {
        stop();
        start();
    }

    void listen(Consumer<Exchange> to) {
        listener = to;
    }

    URI uri() {
        return server.uri();
    }

    void pass(long millis) {
        now.addAndGet(millis);
    }

    /** Lets actions and what follows them end. */
    void settle() {
        for (int i = 0; i < 3; i++) {
            pass(1000);
            get("/v2/account");
        }
    }

    Reply get(String path) {
        return call("GET", path, "");
    }

    Reply post(String path, String body) {
        return call("POST", path, body);
    }

    Reply delete(String path) {
        return call("DELETE", path, "");
    }

    Reply call(String method, String path, String body) {
        return call(method, path, body, "Bearer " + TOKEN);
    }

    Reply call(String method, String path, String body, String authorization, String... headers) {
        try {
            return tryCall(method, path, body, authorization, headers);
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    Reply tryCall(String method, String path, String body, String authorization, String... headers) throws IOException {
        String json = body.replace('\'', '"');
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri() + path))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(20));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> raw = client.send(request.build(), BodyHandlers.ofString());
            Reply reply = new Reply(
                    raw.statusCode(), raw.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(raw.body()), raw);
            listener.accept(new Exchange(method, path, json, reply));
            return reply;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    Reply ok(String method, String path, String body) {
        Reply reply = call(method, path, body);
        if (reply.status() / 100 != 2) {
            throw new AssertionError(method + " " + path + ": " + reply.status() + " " + reply.body());
        }
        return reply;
    }

    void fault(String json) {
        ok("POST", "/_simulator/faults", json);
    }

    void latency(String json) {
        ok("POST", "/_simulator/latency", json);
    }

    void limits(String json) {
        ok("POST", "/_simulator/limits", json);
    }

    /** Begins a Droplet in nyc3. */
    long droplet(String name) {
        return ok(
                        "POST",
                        "/v2/droplets",
                        "{'name':'%s','size':'s-1vcpu-1gb','image':'debian-13-x64','region':'nyc3','tags':['berth']}"
                                .formatted(name))
                .at("/droplet/id")
                .asLong();
    }

    /** A Droplet in nyc3 that runs. */
    long runningDroplet(String name) {
        long id = droplet(name);
        settle();
        return id;
    }

    /** A volume of 10 GiB in nyc3. */
    String volume(String name) {
        return ok("POST", "/v2/volumes", "{'name':'%s','size_gigabytes':10,'region':'nyc3'}".formatted(name))
                .at("/volume/id")
                .asString();
    }

    Reply attach(String volume, long droplet) {
        return act(volume, "{'type':'attach','droplet_id':%d}".formatted(droplet));
    }

    Reply detach(String volume, long droplet) {
        return act(volume, "{'type':'detach','droplet_id':%d}".formatted(droplet));
    }

    Reply act(String volume, String body) {
        return post("/v2/volumes/" + volume + "/actions", body);
    }

    Reply act(long droplet, String body) {
        return post("/v2/droplets/" + droplet + "/actions", body);
    }

    String vpc(String name, String region) {
        return ok("POST", "/v2/vpcs", "{'name':'%s','region':'%s'}".formatted(name, region))
                .at("/vpc/id")
                .asString();
    }

    void stop() {
        simulator.close();
        server.close();
    }

    @Override
    public void close() {
        stop();
    }
}
