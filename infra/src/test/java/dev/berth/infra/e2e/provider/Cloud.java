package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The simulated provider of a server: its faults, its truth, and what it was asked. Bodies are written with single quotes. */
final class Cloud {
    static final String REGION = "nyc3";
    private static final String TOKEN = "dop_v1_5ec2e75ec2e7";

    /** Settings for which reconciliation is quick. */
    static final List<String> QUICK = List.of(
            "--berth.outbound.allow=127.0.0.0/8",
            "--berth.reconcile.poll=20ms",
            "--berth.reconcile.provider.poll=100ms",
            "--berth.reconcile.provider.longest-poll=500ms",
            "--berth.reconcile.provider.ask-again=2s",
            "--berth.reconcile.provider.answered-again=400ms",
            "--berth.provider.create-grace=2s",
            "--berth.provider.answered-grace=300ms",
            "--berth.provider.call-deadline=2s",
            "--berth.provider.settle-time=500ms",
            "--berth.provider.requests-per-minute=1000000",
            "--berth.provider.requests-per-hour=10000000");

    private final URI simulator;
    private final Path folder;

    Cloud(BerthServer server) {
        this(server.simulator(), server.dataDir().resolveSibling("secrets"));
        latency("{'actionMs':60}");
    }

    /** @param folder for its token */
    Cloud(URI simulator, Path folder) {
        this.simulator = simulator;
        this.folder = folder;
    }

    /** Where it listens. */
    URI uri() {
        return simulator;
    }

    /** A server whose reconciliation is quick, with further settings. */
    static BerthServer server(String... settings) {
        List<String> all = new ArrayList<>(QUICK);
        all.addAll(List.of(settings));
        return BerthServer.start(BerthServer.temporary(), all.toArray(String[]::new));
    }

    /** A file with the provider's token, as accounts name it. */
    String secretRef() {
        Path secret = folder.resolve("do-token");
        try {
            Files.createDirectories(folder);
            Files.writeString(secret, TOKEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "file:" + secret;
    }

    void fault(String json) {
        ok("POST", "/_simulator/faults", json);
    }

    void clearFaults() {
        ok("DELETE", "/_simulator/faults", "");
    }

    void latency(String json) {
        ok("POST", "/_simulator/latency", json);
    }

    void limits(String json) {
        ok("POST", "/_simulator/limits", json);
    }

    /** One request that the API was asked. */
    record Asked(String method, String path, int status) {}

    /** All that the API was asked, but not by tests. */
    List<Asked> asked(int after) {
        return StreamSupport.stream(
                        ok("GET", "/_simulator/requests?since=" + after, "")
                                .path("items")
                                .spliterator(),
                        false)
                .map(it -> new Asked(
                        it.path("method").asString(),
                        it.path("path").asString(),
                        it.path("status").asInt()))
                .toList();
    }

    /** What the provider has of a kind: the ids of all. */
    List<JsonNode> all(String path, String field) {
        return StreamSupport.stream(
                        ok("GET", path + "?per_page=200", "").path(field).spliterator(), false)
                .toList();
    }

    List<JsonNode> volumes() {
        return all("/v2/volumes", "volumes");
    }

    List<JsonNode> droplets() {
        return all("/v2/droplets", "droplets");
    }

    List<JsonNode> snapshots() {
        return all("/v2/snapshots", "snapshots");
    }

    List<JsonNode> vpcs() {
        return all("/v2/vpcs", "vpcs").stream()
                .filter(it -> !it.path("default").asBoolean(false))
                .toList();
    }

    JsonNode ok(String method, String path, String body) {
        String json = body.replace('\'', '"');
        Api.Answer answer = Api.send(HttpRequest.newBuilder(URI.create(simulator + path))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer dop_v1_behind"));
        assertThat(answer.status() / 100)
                .as("%s %s: %s", method, path, answer.body())
                .isEqualTo(2);
        return answer.body();
    }
}
