package dev.berth.infra.digitalocean;

import dev.berth.infra.host.SimulatorServer;
import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.outbound.OutboundRules;
import dev.berth.infra.outbound.SecretReader;
import dev.berth.infra.provider.ProviderSettings;
import dev.berth.infra.simulator.DigitalOceanSimulator;
import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Provider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A simulated account, its door for tests, and adapters to it. Bodies are written with single quotes. */
public final class Simulation implements AutoCloseable {

    public static final String REGION = "nyc3";
    static final String TOKEN = "dop_v1_5ec2e75ec2e7";
    public static final ProviderSettings QUICK = new ProviderSettings(
            Duration.ofMillis(1500),
            Duration.ofMillis(300),
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            100_000,
            1_000_000);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SimulatorServer server = new SimulatorServer(0);
    private final DigitalOceanSimulator simulator;
    private final HttpClient client = HttpClient.newHttpClient();
    private final OutboundHttp http;
    private final Map<String, String> environment = new ConcurrentHashMap<>(Map.of("DO", TOKEN));

    public Simulation(Path directory) {
        OutboundHttp.allowHostHeader();
        simulator = DigitalOceanSimulator.start(server, directory, InstantSource.system());
        server.start();
        http = new OutboundHttp(OutboundRules.allowing("127.0.0.0/8"));
        latency("{'actionMs':40}");
    }

    Map<String, String> environment() {
        return environment;
    }

    public AccountRef account() {
        return new AccountRef(
                "acct_1", DigitalOcean.NAME, "env:DO", server.uri().toString());
    }

    DigitalOcean adapter(ProviderSettings settings) {
        return adapter(settings, InstantSource.system(), "thisone");
    }

    DigitalOcean adapter(ProviderSettings settings, InstantSource clock, String deployment) {
        return new DigitalOcean(
                http,
                new SecretReader(environment::get),
                settings,
                clock,
                deployment,
                DigitalOceanRules.LEAST_SHARE_GIB);
    }

    public Provider provider() {
        return adapter(QUICK).open(account());
    }

    public void fault(String json) {
        ok("POST", "/_simulator/faults", json);
    }

    public void clearFaults() {
        ok("DELETE", "/_simulator/faults", "");
    }

    public void latency(String json) {
        ok("POST", "/_simulator/latency", json);
    }

    public void limits(String json) {
        ok("POST", "/_simulator/limits", json);
    }

    /** One request that the API was asked. */
    record Asked(String method, String path, String body, int status) {
        String line() {
            return method + " " + path;
        }
    }

    /** All that the API was asked so far. */
    List<Asked> asked() {
        List<Asked> all = new ArrayList<>();
        for (JsonNode it : ok("GET", "/_simulator/requests?since=0", "").path("items")) {
            all.add(new Asked(
                    it.path("method").asString(),
                    it.path("path").asString(),
                    it.path("body").asString(""),
                    it.path("status").asInt()));
        }
        return all;
    }

    public long count(String method, String pathPrefix) {
        return asked().stream()
                .filter(it -> it.method().equals(method) && it.path().startsWith(pathPrefix))
                .count();
    }

    /** Acts at the provider behind our back, or asks it for the truth. */
    public JsonNode ok(String method, String path, String body) {
        String json = body.replace('\'', '"');
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + path))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer dop_v1_behind")
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            var answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
            }
            return answer.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Ends the provider; the adapters go on. */
    void stopProvider() {
        simulator.close();
        server.close();
    }

    @Override
    public void close() {
        http.close();
        simulator.close();
        server.close();
    }
}
