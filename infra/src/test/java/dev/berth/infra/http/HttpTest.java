package dev.berth.infra.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class HttpTest {
    private static final String CREATE = "/api/compute/pools/create";
    private static final String ARCHIVE = "/api/compute/pools/archive";
    private static final String GET = "/api/compute/pools/get";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String pool(String name) {
        return "{\"tenantId\":\"acme\",\"name\":\"" + name
                + "\",\"kind\":\"vps-host\",\"quotas\":{},\"idempotencyKey\":\"k\"}";
    }

    private static String named(String tenantId) {
        return "{\"tenantId\":\"" + tenantId + "\",\"poolId\":\"" + TestServer.POOL + "\"}";
    }

    private static HttpRequest.Builder post(String path, String body) {
        return post(path, BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder post(String path, BodyPublisher body) {
        return HttpRequest.newBuilder(server.uri(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + TestServer.ANN)
                .header("Content-Type", "application/json")
                .POST(body);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode problem(HttpResponse<String> answer, ErrorCode code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code.status());
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        JsonNode body = ApiJson.MAPPER.readTree(answer.body());
        assertThat(body.propertyNames())
                .containsExactlyInAnyOrder("type", "title", "status", "detail", "code", "details", "requestId");
        assertThat(body.get("type").asString()).isEqualTo(code.type());
        assertThat(body.get("title").asString()).isEqualTo(code.title());
        assertThat(body.get("status").asInt()).isEqualTo(code.status());
        assertThat(body.get("code").asString()).isEqualTo(code.name());
        assertThat(answer.headers().firstValue("X-Request-Id"))
                .hasValue(body.get("requestId").asString());
        return body;
    }

    @Test
    void aCallIsAnswered() throws Exception {
        HttpResponse<String> answer = send(post(CREATE, pool("main")));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.headers().firstValue("X-Read-Model")).isEmpty();
        JsonNode body = ApiJson.MAPPER.readTree(answer.body());
        assertThat(body.get("id").asString()).matches("^pool_[0-9a-hjkmnp-tv-z]{26}$");
        assertThat(body.get("at").asString()).isEqualTo("2026-03-02T09:00:00.000Z");
        assertThat(body.has("absent")).isFalse();
    }

    @Test
    void anAnswerSaysWhenReadsAreBehind() throws Exception {
        assertThat(send(post(CREATE, pool("behind"))).headers().firstValue("X-Read-Model"))
                .hasValue("behind");
    }

    @Test
    void requestsAreServedByVirtualThreadsWhereThoseDoNotPin() throws Exception {
        String expected = Runtime.version().feature() >= 24 ? "virtual" : "platform";
        JsonNode body = ApiJson.MAPPER.readTree(send(post(CREATE, pool("main"))).body());
        assertThat(body.get("thread").asString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyRefusalIsAProblemDocument(ErrorCode code) throws Exception {
        HttpResponse<String> answer =
                send(post(ARCHIVE, named(code.name())).setHeader("Authorization", "Bearer " + TestServer.OPERATOR));

        assertThat(problem(answer, code).at("/details/fact").asInt()).isEqualTo(7);
        boolean retry = List.of(ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE, ErrorCode.CAPACITY_UNAVAILABLE)
                .contains(code);
        assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(retry);
    }

    @Test
    void malformedInputTellsEveryViolation() throws Exception {
        JsonNode body = problem(send(post(CREATE, "{\"tenantId\":7,\"x\":1}")), ErrorCode.INVALID_INPUT);
        assertThat(body.at("/details/violations").findValuesAsString("field"))
                .containsExactlyInAnyOrder("tenantId", "x", "name", "kind", "quotas", "idempotencyKey");
    }

    @Test
    void aBodyThatIsNoUtf8IsRefused() throws Exception {
        byte[] body = pool("main").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        body[20] = (byte) 0xff;
        JsonNode problem = problem(send(post(CREATE, BodyPublishers.ofByteArray(body))), ErrorCode.INVALID_INPUT);
        assertThat(problem.at("/details/violations/0/field").asString()).isEqualTo("body");
    }

    @Test
    void aRequestIdIsTakenOverWhereItIsOne() throws Exception {
        String longest = "a".repeat(128);
        for (String id : List.of("my.request_1-X", longest)) {
            assertThat(send(post(CREATE, pool("main")).header("X-Request-Id", id))
                            .headers()
                            .firstValue("X-Request-Id"))
                    .hasValue(id);
        }
        for (String id : List.of("", "a b", longest + "a", "ünïcode")) {
            assertThat(send(post(CREATE, "{}").header("X-Request-Id", id))
                            .headers()
                            .firstValue("X-Request-Id"))
                    .hasValueSatisfying(made -> assertThat(made).matches("^req_[0-9a-hjkmnp-tv-z]{26}$"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer wrong", "Basic YTpi", "Bearer"})
    void aCallWithoutAGoodTokenIsUnauthenticatedWhateverElseIsWrong(String header) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/api/compute/no/such"))
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString("not json"));
        if (!header.isEmpty()) {
            request.header("Authorization", header);
        }
        HttpResponse<String> answer = send(request);
        problem(answer, ErrorCode.UNAUTHENTICATED);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    }

    @Test
    void twoTokensAreNone() throws Exception {
        problem(
                send(post(CREATE, pool("main")).header("Authorization", "Bearer " + TestServer.ANN)),
                ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void anotherTenantIsDeniedAfterTheShapeOfTheInputAndTheRefusalKept() throws Exception {
        List<String> kept = server.bean(TestServer.Foreign.class).refused();
        problem(send(post(CREATE, "{\"tenantId\":\"globex\"}")), ErrorCode.INVALID_INPUT);

        JsonNode body = problem(send(post(ARCHIVE, named("globex"))), ErrorCode.ACCESS_DENIED);
        assertThat(body.at("/details/resource").asString()).isEqualTo("compute-tenant/globex");
        assertThat(kept).contains("acme pools.archive compute-tenant/globex");

        problem(send(post(GET, named("globex"))), ErrorCode.ACCESS_DENIED);
        assertThat(kept).doesNotContain("acme pools.get compute-tenant/globex");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/compute/pools/nosuch",
                "/api/compute/pools.create",
                "/api/compute/",
                "/api",
                "/api/compute/pools/create/",
                "/api/compute/pools/create;x=1"
            })
    void anUnknownMethodIsNotFound(String path) throws Exception {
        problem(send(post(path, "{}")), ErrorCode.NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nosuch", "/error", "/webjars/nosuch.js", "/actuator"})
    void anUnknownPageIsNotFound(String path) throws Exception {
        problem(send(HttpRequest.newBuilder(server.uri(path)).GET()), ErrorCode.NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "PATCH", "OPTIONS"})
    void aMethodIsCalledWithPostAlone(String verb) throws Exception {
        HttpResponse<String> answer = send(post(CREATE, pool("main")).method(verb, BodyPublishers.noBody()));
        problem(answer, ErrorCode.NOT_FOUND);
        assertThat(answer.headers().firstValue("Allow")).hasValue("POST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/json; charset=latin1", "nonsense"})
    void anotherContentTypeIsRefused(String type) throws Exception {
        JsonNode body =
                problem(send(post(CREATE, pool("main")).setHeader("Content-Type", type)), ErrorCode.INVALID_INPUT);
        assertThat(body.at("/details/reason").asString()).isEqualTo("contentType");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "APPLICATION/JSON; charset=\"UTF-8\"", "application/json;charset=utf-8"})
    void jsonIsTaken(String type) throws Exception {
        assertThat(send(post(CREATE, pool("main")).setHeader("Content-Type", type))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aLongBodyIsRefusedWhetherItTellsItsLengthOrNot() throws Exception {
        for (int length : new int[] {262_145, 1_000_000, 6_000_000}) {
            byte[] body = new byte[length];
            java.util.Arrays.fill(body, (byte) ' ');
            for (BodyPublisher publisher : List.of(
                    BodyPublishers.ofByteArray(body),
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))) {
                JsonNode problem = problem(send(post(CREATE, publisher)), ErrorCode.PAYLOAD_TOO_LARGE);
                assertThat(problem.at("/details/limitBytes").asInt()).isEqualTo(262_144);
            }
        }
    }

    @Test
    void theLongestBodyIsTakenEvenInChunks() throws Exception {
        String body = pool("main") + " ".repeat(262_144 - pool("main").length());
        assertThat(send(post(CREATE, body)).statusCode()).isEqualTo(200);
        assertThat(send(post(
                                CREATE,
                                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(
                                        body.getBytes(java.nio.charset.StandardCharsets.UTF_8)))))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aFaultOfOursIsInternalAndTellsNothing() throws Exception {
        HttpResponse<String> answer = send(post(GET, named("acme")));
        problem(answer, ErrorCode.INTERNAL);
        assertThat(answer.body()).doesNotContain("secret", "Exception");
    }

    @Test
    void aStoreThatCannotBeReachedIsUnavailable() throws Exception {
        HttpResponse<String> answer =
                send(post(GET, named("store")).setHeader("Authorization", "Bearer " + TestServer.OPERATOR));
        problem(answer, ErrorCode.UNAVAILABLE);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void requestsAreCountedByMethodAndCode() throws Exception {
        MeterRegistry meters = server.bean(MeterRegistry.class);
        send(post(CREATE, pool("main")));
        send(post(CREATE, "{}"));
        assertThat(meters.get("berth.requests")
                        .tags("method", "pools.create", "code", "OK")
                        .timer()
                        .count())
                .isPositive();
        assertThat(meters.get("berth.requests")
                        .tags("method", "pools.create", "code", "INVALID_INPUT")
                        .timer()
                        .count())
                .isPositive();
    }

    @Test
    void theDocumentAndItsPageAreServedToAnyone() throws Exception {
        HttpResponse<String> document = send(HttpRequest.newBuilder(server.uri("/openapi")));
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(ApiJson.MAPPER
                        .readTree(document.body())
                        .at("/paths/~1api~1compute~1pools~1create/post")
                        .isObject())
                .isTrue();

        HttpResponse<String> page = send(HttpRequest.newBuilder(server.uri("/docs")));
        assertThat(page.statusCode()).isEqualTo(200);
        java.util.regex.Matcher script =
                java.util.regex.Pattern.compile("src=\"(/webjars/[^\"]+)\"").matcher(page.body());
        assertThat(script.find()).isTrue();
        assertThat(send(HttpRequest.newBuilder(server.uri(script.group(1)))).statusCode())
                .isEqualTo(200);
    }
}
