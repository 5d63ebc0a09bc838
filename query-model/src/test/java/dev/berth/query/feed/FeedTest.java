package dev.berth.query.feed;

import static dev.berth.query.Events.created;
import static dev.berth.query.Events.deleting;
import static dev.berth.query.Events.pool;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Given.at;
import static dev.berth.query.Given.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.feed.ListEvents;
import dev.berth.api.feed.PublishedEvent;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.Operation;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.query.Database;
import dev.berth.query.Delivered;
import dev.berth.query.EventMeta;
import dev.berth.query.Given;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;

class FeedTest {
    private final DSLContext sql = Database.fresh().sql();
    private final FeedProjection feed = new FeedProjection();
    private final FeedQueries queries = new FeedQueries(sql);

    private static ListEvents all(String tenant) {
        return new ListEvents(tenant, null, List.of(), 0, 500);
    }

    private List<PublishedEvent> acme() {
        return queries.list(all("acme"));
    }

    @Test
    void positionsAreDenseFromOneAndInTheOrderOfDelivery() {
        List<Delivered> events = given().events(
                        created("inst_1"),
                        new InstanceStepFailed("inst_1", "acme", Operation.PROVISION, "Timeout", "No answer.", 1, 1),
                        scheduled("inst_1"))
                .delivered();
        feed.project(sql, events);
        feed.project(
                sql,
                given().events(created("inst_2", "other", "bob", "pool_2")).delivered().stream()
                        .map(event -> later(event, 10))
                        .toList());
        assertThat(acme())
                .extracting(PublishedEvent::position, PublishedEvent::type)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, "instance.created"),
                        org.assertj.core.groups.Tuple.tuple(2L, "instance.scheduled"));
        assertThat(queries.list(all("other")))
                .extracting(PublishedEvent::position)
                .containsExactly(3L);
        assertThat(queries.head().position()).isEqualTo(3);
    }

    private static Delivered later(Delivered event, long by) {
        EventMeta meta = event.meta();
        return new Delivered(
                event.event(),
                new EventMeta(
                        meta.time(),
                        meta.sequence(),
                        meta.globalPosition() + by,
                        meta.eventId() + "-later",
                        meta.metadata()));
    }

    @Test
    void anEventIsACloudEvent() {
        feed.project(sql, given().events(created("inst_1"), scheduled("inst_1")).delivered());
        PublishedEvent event = acme().getLast();
        assertThat(event.specversion()).isEqualTo("1.0");
        assertThat(event.id()).isEqualTo("event-1");
        assertThat(event.source()).isEqualTo("/berth/tenants/acme");
        assertThat(event.subject()).isEqualTo("inst_1");
        assertThat(event.time()).isEqualTo(at(1));
        assertThat(event.data()).containsEntry("instanceId", "inst_1").containsEntry("nodeId", "node_1");
    }

    @Test
    void anEventThatIsDeliveredAgainIsNotAppendedAgain() {
        List<Delivered> events = given().events(
                        created("inst_1"),
                        pool("pool_1", "acme"),
                        new PoolOffered("pool_1", "acme", "guest"),
                        scheduled("inst_1"))
                .delivered();
        feed.project(sql, events.subList(0, 3));
        feed.project(sql, events);
        feed.project(sql, events.subList(1, 2));
        assertThat(acme()).extracting(PublishedEvent::position).containsExactly(1L, 2L, 3L, 5L);
        assertThat(queries.list(all("guest")))
                .extracting(PublishedEvent::position)
                .containsExactly(4L);
        assertThat(queries.head().position()).isEqualTo(5);
    }

    @Test
    void anEventThatBecomesVisibleLateIsAppendedAtTheEnd() {
        List<Delivered> events = given().events(created("inst_1"), created("inst_2"), created("inst_3"))
                .delivered();
        feed.project(sql, List.of(events.get(0), events.get(2)));
        feed.project(sql, List.of(events.get(1)));
        assertThat(acme()).extracting(PublishedEvent::subject).containsExactly("inst_1", "inst_3", "inst_2");
    }

    @Test
    void listsByPositionTypeAndResource() {
        Given given = given();
        for (int i = 0; i < 30; i++) {
            given.events(created("inst_" + i), scheduled("inst_" + i), running("inst_" + i));
        }
        given.event(deleting("inst_7"));
        List<Delivered> events = given.delivered();
        feed.project(sql, events);

        assertThat(queries.list(new ListEvents("acme", "inst_7", List.of(), 0, 100)))
                .extracting(PublishedEvent::type)
                .containsExactly("instance.created", "instance.scheduled", "instance.running", "instance.deleting");
        assertThat(queries.list(new ListEvents("other", "inst_7", List.of(), 0, 100)))
                .isEmpty();
        assertThat(queries.list(
                        new ListEvents("acme", null, List.of("instance.deleting", "instance.running"), 60, 100)))
                .extracting(PublishedEvent::type)
                .hasSize(11)
                .endsWith("instance.running", "instance.deleting");
        assertThat(queries.list(new ListEvents("acme", "inst_7", List.of("instance.running"), 0, 100)))
                .hasSize(1);
        assertThat(queries.list(new ListEvents("acme", null, List.of("no.such"), 0, 100)))
                .isEmpty();

        List<Long> paged = new ArrayList<>();
        long after = 0;
        while (true) {
            List<PublishedEvent> page = queries.list(new ListEvents("acme", null, List.of(), after, 20));
            if (page.isEmpty()) {
                break;
            }
            page.forEach(event -> paged.add(event.position()));
            after = page.getLast().position();
        }
        assertThat(paged).isEqualTo(LongStream.rangeClosed(1, 91).boxed().toList());
        assertThat(Collections.max(paged)).isEqualTo(queries.head().position());
    }

    @Test
    void aRestoredFeedHasAnotherGeneration() {
        UUID before = queries.head().generation();
        UUID after = new UUID(1, 2);
        queries.renew(after);
        assertThat(queries.head().generation()).isEqualTo(after).isNotEqualTo(before);
    }
}
