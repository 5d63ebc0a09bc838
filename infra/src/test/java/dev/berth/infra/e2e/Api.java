package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the HTTP API, with one token and one tenant, as a user's program would be. */
public final class Api {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final URI base;
    private final String token;
    private final String tenantId;

    /** Calls in the name of this tenant. */
    public Api(URI base, String token, String tenantId) {
        this.base = base;
        this.token = token;
        this.tenantId = tenantId;
    }

    /** The tenant that calls name. */
    public String tenantId() {
        return tenantId;
    }

    /** The token that calls carry. */
    public String token() {
        return token;
    }

    /** An answer. */
    public record Answer(int status, JsonNode body, HttpResponse<String> raw) {
        /** The body, of a call that must have succeeded. */
        public JsonNode ok() {
            assertThat(status).as("%s", body).isEqualTo(200);
            return body;
        }

        /** The details, of a call that must have been refused with this code. */
        public JsonNode refused(String code) {
            assertThat(body.path("code").asString("")).as("%s", body).isEqualTo(code);
            assertThat(body.path("status").asInt()).isEqualTo(status);
            return body.path("details");
        }

        /** A field of the body as text; empty where it is absent. */
        public String text(String field) {
            return body.path(field).asString("");
        }
    }

    /** Calls a method with fields given as name, value, name, value. The tenant is added. */
    public Answer call(String method, Object... fields) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("tenantId", tenantId);
        for (int i = 0; i < fields.length; i += 2) {
            body.put((String) fields[i], fields[i + 1]);
        }
        return raw(method, JSON.writeValueAsString(body));
    }

    /** Calls a method with this body as it is. */
    public Answer raw(String method, String body) {
        return send(HttpRequest.newBuilder(uri(method))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Sends any request. */
    public static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer =
                    HTTP.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
            // Of what is answered line by line there is no one document.
            boolean lines =
                    answer.headers().firstValue("Content-Type").orElse("").startsWith("application/jsonl");
            JsonNode body = lines || answer.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(answer.body());
            return new Answer(answer.statusCode(), body, answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for an answer", e);
        }
    }

    /** The address of a method. */
    public URI uri(String method) {
        return base.resolve("/api/compute/" + method.replace('.', '/'));
    }

    /** Asks until the answer is as wanted; fails with the last one when patience ends. */
    public JsonNode await(Predicate<JsonNode> wanted, String method, Object... fields) {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (true) {
            JsonNode body = call(method, fields).body();
            if (wanted.test(body)) {
                return body;
            }
            assertThat(Instant.now()).as("last answer: %s", body).isBefore(deadline);
            Thread.onSpinWait();
            java.util.concurrent.locks.LockSupport.parkNanos(
                    Duration.ofMillis(20).toNanos());
        }
    }

    /** Waits until the instance is in this state. */
    public JsonNode awaitState(String instanceId, String state) {
        return await(it -> it.path("state").asString("").equals(state), "instances.get", "instanceId", instanceId);
    }
}
