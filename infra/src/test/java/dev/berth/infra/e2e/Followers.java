package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.StreamClient.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** Compares what subscribers got with what is listed: every event once or more, none missing, in order per resource. */
final class Followers {
    private Followers() {}

    /** All that the tenant's feed has after a position. */
    static List<JsonNode> listed(Api api, long after) {
        List<JsonNode> events = new ArrayList<>();
        long from = after;
        while (true) {
            JsonNode page =
                    api.call("events.list", "after", from, "limit", 500).ok().get("items");
            if (page.isEmpty()) {
                return events;
            }
            page.forEach(events::add);
            from = events.getLast().get("position").asLong();
        }
    }

    /**
     * A subscriber of the stream that is killed while events come, so many times, and resumes after the last event that it
     * has seen; sometimes after an older one, as somebody does who had not kept it yet.
     */
    static List<JsonNode> killed(Api api, long after, int kills, RandomGenerator random) {
        List<JsonNode> got = new ArrayList<>();
        long last = after;
        for (int i = 0; i < kills; i++) {
            try (StreamClient client = StreamClient.open(api, "", last)) {
                List<Frame> frames = client.next(1 + random.nextInt(20));
                frames.forEach(frame -> got.add(frame.data()));
                int kept = random.nextInt(frames.size()) + 1;
                last = frames.get(kept - 1).position();
            }
        }
        return got;
    }

    /** The rest, up to a position, by a connection that is left alone. */
    static List<JsonNode> rest(Api api, long after, long to) {
        List<JsonNode> got = new ArrayList<>();
        try (StreamClient client = StreamClient.open(api, "", after)) {
            long at = after;
            while (at < to) {
                Frame frame = client.next();
                got.add(frame.data());
                at = frame.position();
            }
        }
        return got;
    }

    /** Each event of {@code listed} was got, and the first time of each is in the order of its resource. */
    static void complete(List<JsonNode> got, List<JsonNode> listed) {
        Map<Long, JsonNode> firsts = new LinkedHashMap<>();
        got.forEach(event -> firsts.putIfAbsent(event.get("position").asLong(), event));
        assertThat(firsts.values()).containsExactlyInAnyOrderElementsOf(listed);
        Map<String, Long> newest = new HashMap<>();
        firsts.forEach((position, event) -> {
            Long before = newest.put(event.get("subject").asString(), position);
            assertThat(before == null || before < position)
                    .as("order of %s", event)
                    .isTrue();
        });
    }
}
