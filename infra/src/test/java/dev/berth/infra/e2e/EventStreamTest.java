package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.StreamClient.Frame;
import dev.berth.infra.feed.EventStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stream of server-sent events. */
class EventStreamTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BerthServer server = FeedServer.get();
    private final Api ann = server.newTenant();

    private String project() {
        return ann.call("projects.create", "name", "p" + UUID.randomUUID())
                .ok()
                .get("id")
                .asString();
    }

    private List<JsonNode> listed(long after) {
        List<JsonNode> items = new ArrayList<>();
        ann.call("events.list", "after", after, "limit", 500).ok().get("items").forEach(items::add);
        return items;
    }

    @Test
    void eventsComeAsTheyAreListedUnderTheirPositions() {
        project();
        try (StreamClient all = StreamClient.open(ann, "&after=0", null)) {
            project();
            List<JsonNode> expected = listed(0);
            List<Frame> frames = all.next(expected.size());
            assertThat(frames).extracting(Frame::data).isEqualTo(expected);
            assertThat(frames)
                    .allSatisfy(frame -> assertThat(frame.position())
                            .isEqualTo(frame.data().get("position").asLong()));
            assertThat(all.header("Content-Type")).startsWith("text/event-stream");
            assertThat(all.header("X-Feed-Generation")).hasSize(36);
            assertThat(all.header("X-Request-Id")).isNotEmpty();
        }
    }

    @Test
    void withoutAPositionItBeginsNow() {
        project();
        try (StreamClient now = StreamClient.open(ann, "", null)) {
            String id = project();
            assertThat(now.next().data().get("subject").asString()).isEqualTo(id);
            assertThat(now.drain()).isEmpty();
        }
    }

    @Test
    void itResumesFromAnyPositionAndTheHeaderGoesFirst() {
        for (int i = 0; i < 5; i++) {
            project();
        }
        List<JsonNode> all = listed(0);
        for (int from = 0; from < all.size() - 1; from++) {
            long after = all.get(from).get("position").asLong();
            List<JsonNode> rest = all.subList(from + 1, all.size());
            try (StreamClient byHeader = StreamClient.open(ann, "&after=0", after)) {
                assertThat(byHeader.next(rest.size())).extracting(Frame::data).isEqualTo(rest);
            }
        }
        try (StreamClient byQuery =
                StreamClient.open(ann, "&after=" + all.get(1).get("position"), null)) {
            assertThat(byQuery.next().data()).isEqualTo(all.get(2));
        }
    }

    @Test
    void onlyTheTypesThatAreWanted() {
        try (StreamClient some = StreamClient.open(ann, "&types=project.archived,pool.created", null)) {
            String kept = project();
            ann.call("projects.archive", "projectId", kept).ok();
            project();
            ann.call("projects.archive", "projectId", project()).ok();
            assertThat(some.next(2))
                    .allSatisfy(frame ->
                            assertThat(frame.data().get("type").asString()).isEqualTo("project.archived"));
        }
    }

    @Test
    void anotherTenantsEventsNeverCome() {
        Api bob = server.newTenant();
        try (StreamClient anns = StreamClient.open(ann, "", null)) {
            bob.call("projects.create", "name", "bobs").ok();
            String own = project();
            assertThat(anns.next().data().get("subject").asString()).isEqualTo(own);
        }
    }

    @Test
    void whoMayNotIsToldSo() {
        Api reader = server.as(ann.tenantId(), "rita", "reader");
        Api member = server.as(ann.tenantId(), "mia", "member");
        Api stranger = new Api(server.base(), server.newTenant().token(), ann.tenantId());
        Api nobody = new Api(server.base(), "none", ann.tenantId());
        refused(nobody, "", 401, "UNAUTHENTICATED");
        JsonNode denied = refused(member, "", 403, "ACCESS_DENIED");
        assertThat(denied.at("/details/action").asString()).isEqualTo("compute:events:read");
        assertThat(denied.at("/details/resource").asString()).isEqualTo("compute-tenant/" + ann.tenantId());
        refused(Things.delegated(server, ann.tenantId(), "mia", "member"), "", 403, "ACCESS_DENIED");
        refused(stranger, "", 403, "ACCESS_DENIED");
        StreamClient.open(reader, "", null).close();
        StreamClient.open(server.operator(ann.tenantId()), "", null).close();
    }

    @Test
    void aWrongQuestionIsRefusedWithAllThatIsWrong() {
        JsonNode wrong = refused(ann, "&after=-1&wanted=yes", 400, "INVALID_INPUT");
        assertThat(wrong.at("/details/violations").toString())
                .contains("\"after\"")
                .contains("\"wanted\"");
        refused(ann, "&after=ten", 400, "INVALID_INPUT");
        refused(ann, "&after=1&after=2", 400, "INVALID_INPUT");
        refused(ann, "&types=,", 400, "INVALID_INPUT");
        HttpResponse<InputStream> header =
                StreamClient.send(StreamClient.request(ann, "").header("Last-Event-ID", "abc"));
        assertThat(header.statusCode()).isEqualTo(400);
        HttpResponse<InputStream> post =
                StreamClient.send(StreamClient.request(ann, "").POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(post.statusCode()).isEqualTo(404);
    }

    @Test
    void aPositionOfAnotherFeedIsRefused() {
        JsonNode beyond = refused(ann, "&after=900000000", 409, "CONFLICT");
        String generation = beyond.at("/details/generation").asString();
        assertThat(beyond.at("/details/position").asLong()).isPositive();
        refused(ann, "&after=0&generation=" + UUID.randomUUID(), 409, "CONFLICT");
        StreamClient.open(ann, "&after=0&generation=" + generation, null).close();
    }

    @Test
    void aRevokedTokenEndsItWithinASecond() {
        JsonNode made = ann.call("iam.tokens.create", "principal", "rita", "roles", List.of("reader"))
                .ok();
        Api rita = new Api(server.base(), made.get("token").asString(), ann.tenantId());
        try (StreamClient stream = StreamClient.open(rita, "", null)) {
            project();
            stream.next();
            ann.call("iam.tokens.revoke", "tokenId", made.get("id").asString()).ok();
            ends(stream, "UNAUTHENTICATED");
        }
    }

    @Test
    void aPolicyThatForbidsItEndsItWithinASecond() {
        Api rita = server.as(ann.tenantId(), "rita", "reader");
        try (StreamClient stream = StreamClient.open(rita, "", null);
                StreamClient untouched = StreamClient.open(ann, "", null)) {
            ann.call(
                            "iam.policies.put",
                            "policyId",
                            "no-rita",
                            "policy",
                            "forbid(principal == User::\"rita\", action == Action::\"compute:events:read\", resource);")
                    .ok();
            ends(stream, "ACCESS_DENIED");
            assertThat(untouched.next().data().get("type").asString()).isEqualTo("iam.policy.put");
        }
    }

    /** Nothing that came after the loss of access is shown, and the end has its reason. */
    private void ends(StreamClient stream, String code) {
        Instant begin = Instant.now();
        while (!stream.over()) {
            assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(1));
            FeedServer.pause();
        }
        List<Frame> rest = stream.drain();
        assertThat(rest.getLast().name()).isEqualTo("end");
        assertThat(rest.getLast().data().get("code").asString()).isEqualTo(code);
        project();
        assertThat(stream.drain()).isEmpty();
    }

    @Test
    void aTenantHasOnlySoManyOpenAndGetsThemBack() {
        List<StreamClient> open = new ArrayList<>();
        for (int i = 0; i < FeedServer.STREAMS_PER_TENANT; i++) {
            open.add(StreamClient.open(ann, "", null));
        }
        refused(ann, "", 429, "RATE_LIMITED");
        StreamClient.open(server.newTenant(), "", null).close();
        open.forEach(StreamClient::close);
        // Whoever was killed is noticed by a heartbeat at the latest.
        Eventually.is(() -> {
            HttpResponse<InputStream> answer = StreamClient.send(StreamClient.request(ann, ""));
            closed(answer);
            return answer.statusCode() == 200;
        });
    }

    @Test
    void silenceIsFilledWithHeartbeats() {
        try (StreamClient stream = StreamClient.open(ann, "", null)) {
            Eventually.is(() -> stream.comments() >= 4);
            assertThat(stream.drain()).isEmpty();
        }
    }

    @Test
    void whoReadsNothingHoldsUpNobodyAndMissesNothing() throws IOException {
        int count = 20_000;
        HttpResponse<InputStream> slow = StreamClient.send(StreamClient.request(ann, "&after=0"));
        try (StreamClient fast = StreamClient.open(ann, "", null)) {
            FeedServer.fill(server, ann.tenantId(), count, 1_000);
            List<Frame> frames = fast.next(count);
            long first = frames.getFirst().position();
            assertThat(frames)
                    .extracting(Frame::position)
                    .isEqualTo(LongStream.range(first, first + count).boxed().toList());
            // 20 MB are more than sockets hold: this one is still on its way, or was let go, and then resumes.
            assertThat(positions(slow, first, count))
                    .isEqualTo(LongStream.range(first, first + count).boxed().toList());
        }
    }

    /** So many positions, from the first one on; whoever is let go comes back. */
    private List<Long> positions(HttpResponse<InputStream> begun, long first, int count) {
        List<Long> positions = new ArrayList<>();
        HttpResponse<InputStream> stream = begun;
        while (true) {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                long id = 0;
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("id: ")) {
                        id = Long.parseLong(line.substring(4));
                    } else if (line.isEmpty() && id >= first) {
                        positions.add(id);
                        id = 0;
                        if (positions.size() == count) {
                            return positions;
                        }
                    }
                }
            } catch (IOException e) {
                // It was broken off within a frame, which comes again.
            }
            long last = positions.isEmpty() ? first - 1 : positions.getLast();
            stream = StreamClient.send(StreamClient.request(ann, "").header("Last-Event-ID", Long.toString(last)));
            assertThat(stream.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theContractOfEventsIsServedToEverybody() {
        for (String page : List.of("/asyncapi", "/docs/events", "/docs/events/instance.created")) {
            HttpResponse<InputStream> answer =
                    StreamClient.send(HttpRequest.newBuilder(server.base().resolve(page)));
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            closed(answer);
        }
        HttpResponse<InputStream> none =
                StreamClient.send(HttpRequest.newBuilder(server.base().resolve("/docs/events/no.such")));
        assertThat(none.statusCode()).isEqualTo(404);
        closed(none);
    }

    @Test
    void theLimitCountsThoseThatAreOpen() {
        int before = server.bean(EventStreams.class).count();
        StreamClient one = StreamClient.open(ann, "", null);
        assertThat(server.bean(EventStreams.class).count()).isEqualTo(before + 1);
        one.close();
        Eventually.is(() -> server.bean(EventStreams.class).count() <= before);
    }

    private static void closed(HttpResponse<InputStream> answer) {
        try {
            answer.body().close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static JsonNode refused(Api api, String query, int status, String code) {
        HttpResponse<InputStream> answer = StreamClient.send(StreamClient.request(api, query));
        try (InputStream body = answer.body()) {
            JsonNode problem = JSON.readTree(body.readAllBytes());
            assertThat(problem.path("code").asString("")).as("%s", problem).isEqualTo(code);
            assertThat(answer.statusCode()).isEqualTo(status);
            return problem;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
