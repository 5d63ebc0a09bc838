package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Subscriptions and what they send. */
class WebhooksTest {
    private final BerthServer server = FeedServer.get();
    private final Api ann = server.newTenant();
    private final Receiver receiver = new Receiver();

    @AfterEach
    void close() {
        receiver.close();
    }

    private String project() {
        return ann.call("projects.create", "name", "p" + UUID.randomUUID())
                .ok()
                .get("id")
                .asString();
    }

    private JsonNode await(String id, java.util.function.Predicate<JsonNode> wanted) {
        return ann.await(wanted, "subscriptions.get", "subscriptionId", id);
    }

    private List<JsonNode> listed(long after) {
        List<JsonNode> items = new ArrayList<>();
        ann.call("events.list", "after", after, "limit", 500).ok().get("items").forEach(items::add);
        return items;
    }

    @Test
    void eventsComeAsTheyAreListedOneByOneFromItsCreationOn() {
        project();
        String id = receiver.subscribe(ann);
        JsonNode fresh = ann.call("subscriptions.get", "subscriptionId", id).ok();
        long from = fresh.get("position").asLong();
        assertThat(fresh.get("state").asString()).isEqualTo("active");
        assertThat(fresh.get("failures").asInt()).isZero();
        assertThat(fresh.has("lastError")).isFalse();
        for (int i = 0; i < 10; i++) {
            project();
        }
        List<JsonNode> expected = listed(from);
        assertThat(expected).hasSize(10);
        Eventually.is(() -> receiver.takenOnce().size() >= 10);
        assertThat(receiver.takenOnce()).isEqualTo(expected);
        JsonNode done = await(id, it -> it.get("lag").asLong() == 0);
        assertThat(done.get("position")).isEqualTo(expected.getLast().get("position"));
    }

    @Test
    void aFailingReceiverIsTriedAgainInOrderAndItsStateIsSeen() {
        receiver.answering(() -> 503);
        String id = receiver.subscribe(ann, "project.created");
        project();
        project();
        JsonNode failing = await(id, it -> it.get("failures").asInt() >= 3);
        assertThat(failing.get("lastError").asString()).isEqualTo("The receiver answered 503.");
        assertThat(Instant.parse(failing.get("nextAttemptAt").asString()))
                .isAfter(Instant.now().minusSeconds(2));
        assertThat(failing.get("lag").asLong()).isEqualTo(2);
        assertThat(receiver.requests())
                .extracting(Receiver.Request::webhookId)
                .containsOnly(receiver.requests().getFirst().webhookId());
        List<Long> pauses = new ArrayList<>();
        for (int i = 1; i < 3; i++) {
            pauses.add(receiver.requests().get(i).nanos()
                    - receiver.requests().get(i - 1).nanos());
        }
        assertThat(pauses.get(0)).isGreaterThanOrEqualTo(Duration.ofMillis(10).toNanos());
        assertThat(pauses.get(1)).isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
        receiver.answering(() -> 200);
        JsonNode well = await(id, it -> it.get("lag").asLong() == 0);
        assertThat(well.get("failures").asInt()).isZero();
        assertThat(well.has("lastError")).isFalse();
        assertThat(well.has("nextAttemptAt")).isFalse();
        assertThat(receiver.taken()).hasSize(2);
    }

    @Test
    void everySecondCallFailsAndNothingIsMissingOrOutOfOrder() {
        AtomicInteger calls = new AtomicInteger();
        receiver.answering(() -> calls.getAndIncrement() % 2 == 0 ? 500 : 200);
        String id = receiver.subscribe(ann);
        long from = ann.call("subscriptions.get", "subscriptionId", id)
                .ok()
                .get("position")
                .asLong();
        for (int i = 0; i < 20; i++) {
            project();
        }
        Eventually.is(() -> receiver.takenOnce().size() >= 20);
        assertThat(receiver.takenOnce()).isEqualTo(listed(from));
    }

    @Test
    void aReceiverThatHangsOrRedirectsHoldsBackNobodyElse() {
        try (Receiver hanging = new Receiver().answering(() -> Receiver.HANG);
                Receiver moved = new Receiver().answering(() -> 302)) {
            String hangs = hanging.subscribe(ann, "project.created");
            String redirects = moved.subscribe(ann, "project.created");
            String gone = ann.call(
                            "subscriptions.create",
                            "url",
                            "http://127.0.0.1:1/",
                            "secretRef",
                            receiver.secretRef(),
                            "types",
                            List.of("project.created"))
                    .ok()
                    .get("id")
                    .asString();
            receiver.subscribe(ann, "project.created");
            for (int i = 0; i < 5; i++) {
                project();
            }
            Eventually.is(() -> receiver.takenOnce().size() == 5);
            assertThat(await(hangs, it -> it.has("lastError")).get("lastError").asString())
                    .isEqualTo("No answer within 3 s.");
            assertThat(await(redirects, it -> it.has("lastError"))
                            .get("lastError")
                            .asString())
                    .isEqualTo("The receiver answered 302.");
            assertThat(await(gone, it -> it.has("lastError")).get("lastError").asString())
                    .isEqualTo("The receiver can't be reached.");
            assertThat(moved.requests())
                    .extracting(Receiver.Request::event)
                    .containsOnly(moved.requests().getFirst().event());
        }
    }

    @Test
    void aReceiverThatFailsForDaysIsPausedAndAReplayGoesOn() {
        receiver.answering(() -> 500);
        String id = receiver.subscribe(ann, "project.created");
        long from = ann.call("subscriptions.get", "subscriptionId", id)
                .ok()
                .get("position")
                .asLong();
        project();
        JsonNode paused = await(id, it -> it.get("state").asString().equals("paused"));
        assertThat(paused.has("nextAttemptAt")).isFalse();
        assertThat(paused.get("lastError").asString()).contains("500");
        int tries = receiver.requests().size();
        project();
        JsonNode told = ann.await(it -> it.toString().contains("subscription.paused"), "events.list", "resourceId", id);
        assertThat(told.get("items").size()).isEqualTo(2);
        assertThat(receiver.requests().size()).isBetween(tries, tries + 1);
        receiver.answering(() -> 200);
        JsonNode again = ann.call("subscriptions.replay", "subscriptionId", id, "after", from)
                .ok();
        assertThat(again.get("state").asString()).isEqualTo("active");
        assertThat(again.get("failures").asInt()).isZero();
        Eventually.is(() -> receiver.taken().size() == 2);
    }

    @Test
    void aReplaySendsAgainWhatCameSinceAPosition() {
        String id = receiver.subscribe(ann, "project.created", "pool.created");
        for (int i = 0; i < 6; i++) {
            project();
        }
        Eventually.is(() -> receiver.taken().size() == 6);
        List<JsonNode> first = receiver.taken();
        JsonNode replayed = ann.call(
                        "subscriptions.replay",
                        "subscriptionId",
                        id,
                        "after",
                        first.get(2).get("position").asLong())
                .ok();
        assertThat(replayed.get("revision").asInt()).isEqualTo(2);
        Eventually.is(() -> receiver.taken().size() == 9);
        assertThat(receiver.taken().subList(6, 9)).isEqualTo(first.subList(3, 6));
        // One beyond the end is the end.
        JsonNode end = ann.call("subscriptions.replay", "subscriptionId", id, "after", Long.MAX_VALUE)
                .ok();
        assertThat(end.get("lag").asLong()).isZero();
        String next = project();
        Eventually.is(() -> receiver.taken().size() == 10);
        assertThat(receiver.taken().getLast().get("subject").asString()).isEqualTo(next);
    }

    @Test
    void aDeletedSubscriptionSendsNothingAndIsStillShown() {
        String id = receiver.subscribe(ann, "project.created");
        project();
        Eventually.is(() -> receiver.taken().size() == 1);
        JsonNode deleted =
                ann.call("subscriptions.delete", "subscriptionId", id).ok();
        assertThat(deleted.get("state").asString()).isEqualTo("deleted");
        assertThat(deleted.has("deletedAt")).isTrue();
        try (Receiver other = new Receiver()) {
            other.subscribe(ann, "project.created");
            project();
            Eventually.is(() -> other.taken().size() == 1);
        }
        assertThat(receiver.taken()).hasSize(1);
        assertThat(ann.call("subscriptions.list").ok().get("items").toString()).doesNotContain(id);
        assertThat(ann.call("subscriptions.list", "includeDeleted", true)
                        .ok()
                        .get("items")
                        .toString())
                .contains(id);
        ann.call("subscriptions.replay", "subscriptionId", id, "after", 0).refused("INVALID_STATE");
        ann.call("subscriptions.delete", "subscriptionId", id).ok();
    }

    @Test
    void whatMayNotBeCalledOrReadIsRefusedAtOnce() {
        for (String url : List.of(
                "http://10.0.0.8/",
                "http://[::1]/",
                "http://169.254.169.254/latest/meta-data",
                "http://2130706433/",
                "ftp://example.com/",
                "http://user:word@example.com/",
                "example.com")) {
            assertThat(ann.call("subscriptions.create", "url", url, "secretRef", "env:HOOK")
                            .refused("INVALID_INPUT")
                            .toString())
                    .as(url)
                    .contains("\"url\"");
        }
        for (String ref : List.of(
                "plain secret",
                "env:",
                "file:relative",
                "env:BERTH_OPERATOR_TOKEN",
                "file:" + server.dataDir().toAbsolutePath() + "/operator-token",
                "file:/tmp/../etc/passwd")) {
            assertThat(ann.call("subscriptions.create", "url", "https://example.invalid/", "secretRef", ref)
                            .refused("INVALID_INPUT")
                            .toString())
                    .as(ref)
                    .contains("\"secretRef\"");
        }
    }

    @Test
    void aSecretThatIsNotThereIsAFailureLikeOthers() {
        String id = ann.call(
                        "subscriptions.create",
                        "url",
                        receiver.url(),
                        "secretRef",
                        "env:NOBODY_HAS_SET_THIS",
                        "types",
                        List.of("project.created"))
                .ok()
                .get("id")
                .asString();
        project();
        assertThat(await(id, it -> it.has("lastError")).get("lastError").asString())
                .contains("env:NOBODY_HAS_SET_THIS");
        assertThat(receiver.requests()).isEmpty();
    }
}
