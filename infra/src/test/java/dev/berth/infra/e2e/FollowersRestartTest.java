package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The server stops and starts: streams are told, and webhooks go on where they were. */
class FollowersRestartTest {
    private static final String[] SETTINGS = {
        "--berth.webhooks.first-retry=10ms", "--berth.webhooks.longest-retry=200ms"
    };

    @Test
    void whoeverFollowsGoesOnAfterARestart() {
        Path data = BerthServer.temporary();
        String token;
        String tenant;
        String subscription;
        long received;
        long seen;
        try (Receiver receiver = new Receiver()) {
            BerthServer first = BerthServer.start(data, SETTINGS);
            try {
                Api ann = first.newTenant();
                token = ann.token();
                tenant = ann.tenantId();
                subscription = receiver.subscribe(ann, "project.created");
                StreamClient stream = StreamClient.open(ann, "&types=project.created", null);
                project(ann);
                project(ann);
                Eventually.is(() -> receiver.taken().size() == 2);
                received = receiver.taken().getLast().get("position").asLong();
                seen = stream.next(2).getLast().position();
                receiver.answering(() -> 500);
                project(ann);
                project(ann);
                stream.next(2);
                Eventually.is(() -> receiver.requests().size() > 3);
                Instant stopped = Instant.now();
                first.close();
                assertThat(Duration.between(stopped, Instant.now())).isLessThan(Duration.ofSeconds(10));
                StreamClient.Frame last = stream.next();
                assertThat(last.name()).isEqualTo("end");
                assertThat(last.data().get("code").asString()).isEqualTo("UNAVAILABLE");
                Eventually.is(stream::over);
            } finally {
                first.close();
            }
            receiver.answering(() -> 200);
            try (BerthServer second = BerthServer.start(data, SETTINGS)) {
                Api ann = new Api(second.base(), token, tenant);
                project(ann);
                List<JsonNode> listed = Followers.listed(ann, 0).stream()
                        .filter(it -> it.get("type").asString().equals("project.created"))
                        .toList();
                assertThat(listed).hasSize(5);
                Eventually.is(() -> receiver.taken().size() >= 5);
                Followers.complete(receiver.taken(), listed);
                // It had been saved which were received: none of these came again.
                assertThat(receiver.taken().stream()
                                .filter(it -> it.get("position").asLong() <= received))
                        .hasSize(2);
                assertThat(ann.call("subscriptions.get", "subscriptionId", subscription)
                                .ok()
                                .get("position"))
                        .isEqualTo(listed.getLast().get("position"));
                try (StreamClient stream = StreamClient.open(ann, "&types=project.created", seen)) {
                    assertThat(stream.next(3))
                            .extracting(StreamClient.Frame::data)
                            .isEqualTo(listed.subList(2, 5));
                }
            }
        }
    }

    private static void project(Api api) {
        api.call("projects.create", "name", "p" + UUID.randomUUID()).ok();
    }
}
