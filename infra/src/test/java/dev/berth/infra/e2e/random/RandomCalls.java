package dev.berth.infra.e2e.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.ErrorCode;
import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.HostedPool;
import dev.berth.infra.e2e.random.RandomInput.Flaw;
import dev.berth.infra.e2e.random.RandomInput.Shot;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/**
 * Sends random inputs to every method of the served OpenAPI document and judges each answer: valid JSON, a known error in
 * its one shape, nothing of the server's own failure, and nothing stored for an input that was refused for its shape.
 */
final class RandomCalls {
    private final BerthServer server;
    private final RandomGenerator random;
    private final KnownIds known = new KnownIds();
    private final RandomInput inputs;
    private final List<Api> callers;
    private final String run;
    private final Set<String> malformed = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    RandomCalls(BerthServer server, long seed) {
        this.server = server;
        this.random = new Random(seed);
        Api ann = server.newTenant();
        this.run = ann.tenantId();
        HostedPool pool = HostedPool.roomy(ann);
        known.add(pool.id());
        known.add("flavor", "small");
        known.add("name", "small");
        known.add("flavor", "large");
        known.add("imageId", HostedPool.IMAGE);
        this.callers = List.of(
                ann, ann, ann, server.as(run, "bob", "member"), server.as(run, "rob", "reader"), server.operator(run));
        Api.Answer document = Api.send(
                HttpRequest.newBuilder(server.base().resolve("/openapi")).GET());
        this.inputs = new RandomInput(document.ok(), random, known, run);
    }

    /** The methods that are called. */
    List<String> methods() {
        return inputs.names();
    }

    /** How often each outcome was seen. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** Sends so many requests and answers what is wrong with the answers. */
    List<String> send(int requests) {
        for (int i = 0; i < requests && faults.size() < 20; i++) {
            Shot shot = inputs.next(i);
            String requestId = run + "." + i;
            try {
                judge(shot, requestId, answer(shot, requestId));
            } catch (AssertionError | RuntimeException e) {
                faults.add(shot + "\n  -> " + e);
            }
        }
        nothingOfWhatWasRefused();
        return faults;
    }

    private Api.Answer answer(Shot shot, String requestId) {
        Api caller = callers.get(random.nextInt(callers.size()));
        URI uri = caller.uri(shot.method());
        HttpRequest.BodyPublisher body = shot.chunked()
                ? HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(shot.body()))
                : HttpRequest.BodyPublishers.ofByteArray(shot.body());
        return Api.send(HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + caller.token())
                .header("Content-Type", shot.contentType())
                .header("X-Request-Id", requestId)
                .POST(body));
    }

    private void judge(Shot shot, String requestId, Api.Answer answer) {
        outcomes.merge(answer.status() == 200 ? "OK" : answer.text("code"), 1, Integer::sum);
        assertThat(answer.raw().headers().firstValue("X-Request-Id")).contains(requestId);
        if (answer.status() == 200) {
            assertThat(shot.flaw()).as("accepted: %s", answer.body()).isEqualTo(Flaw.NONE);
            assertThat(answer.raw().headers().firstValue("Content-Type").orElse(""))
                    .startsWith("application/json");
            learn(shot.method(), answer.body());
            return;
        }
        problem(answer, requestId);
        refused.add(requestId);
        switch (shot.flaw()) {
            case SHAPE -> {
                answer.refused("INVALID_INPUT");
                malformed.add(requestId);
            }
            case SIZE -> {
                assertThat(answer.refused("PAYLOAD_TOO_LARGE")
                                .path("limitBytes")
                                .asInt())
                        .isEqualTo(262144);
                malformed.add(requestId);
            }
            case NONE -> {}
        }
    }

    private static void problem(Api.Answer answer, String requestId) {
        JsonNode body = answer.body();
        assertThat(answer.raw().headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        ErrorCode code = ErrorCode.valueOf(answer.text("code"));
        assertThat(code).as("%s", body).isNotIn(ErrorCode.INTERNAL, ErrorCode.UNAUTHENTICATED, ErrorCode.RATE_LIMITED);
        assertThat(answer.status())
                .isEqualTo(code.status())
                .isEqualTo(body.path("status").asInt());
        assertThat(answer.text("type")).isEqualTo(code.type());
        assertThat(answer.text("title")).isEqualTo(code.title());
        assertThat(answer.text("detail")).isNotBlank();
        assertThat(answer.text("requestId")).isEqualTo(requestId);
        assertThat(body.path("details").isObject()).isTrue();
        assertThat(body.propertyNames())
                .containsExactlyInAnyOrder("type", "title", "status", "detail", "code", "details", "requestId");
        if (code == ErrorCode.INVALID_INPUT) {
            assertThat(body.path("details").has("violations")
                            || body.path("details").has("reason"))
                    .as("%s", body)
                    .isTrue();
        }
        if (code.status() == 503) {
            assertThat(answer.raw().headers().firstValue("Retry-After")).isPresent();
        }
    }

    private void learn(String method, JsonNode body) {
        String id = body.path("id").asString("");
        // A token that lists show may be the one that these calls are made with.
        if (!id.isEmpty() && !method.startsWith("tenants.")) {
            known.add(id);
        }
        for (String field : List.of("imageId", "policyId", "name")) {
            if (body.path(field).isString()) {
                known.add(field, body.path(field).asString());
            }
        }
    }

    /** What was refused for its shape has stored nothing; what was refused later, at most the record of that. */
    private void nothingOfWhatWasRefused() {
        JdbcTemplate jdbc = server.bean(JdbcTemplate.class);
        jdbc.query(
                "select payload_type, meta_data::jsonb ->> 'requestId' from domain_event_entry"
                        + " where meta_data::jsonb ->> 'requestId' like ?",
                row -> {
                    String type = row.getString(1);
                    String requestId = row.getString(2);
                    if (malformed.contains(requestId)) {
                        faults.add(requestId + " was malformed, and stored " + type);
                    } else if (refused.contains(requestId)
                            && !type.equals("request.refused")
                            && !type.equals("confirmation.requested")) {
                        faults.add(requestId + " was refused, and stored " + type);
                    }
                },
                run + ".%");
    }
}
