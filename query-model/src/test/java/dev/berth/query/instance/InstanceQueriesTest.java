package dev.berth.query.instance;

import static dev.berth.query.Events.created;
import static dev.berth.query.Events.deleted;
import static dev.berth.query.Events.deleting;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Given.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.ListInstances;
import dev.berth.query.Database;
import dev.berth.query.Delivered;
import dev.berth.query.EventMeta;
import dev.berth.query.Given;
import dev.berth.query.Page;
import dev.berth.query.Scan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;

class InstanceQueriesTest {
    private final DSLContext sql = Database.fresh().sql();
    private final InstanceQueries instances = new InstanceQueries(sql);
    private final InstanceWork work = new InstanceWork(sql);

    private static ListInstances list(InstanceState state, String pool, int limit, String cursor) {
        return new ListInstances("acme", ListInstances.Scope.ALL, state, pool, limit, cursor);
    }

    private static ListInstances list() {
        return list(null, null, 200, null);
    }

    private List<String> ids(ListInstances query, String createdBy) {
        return instances.list(query, createdBy, view -> true).orElseThrow().items().stream()
                .map(InstanceView::id)
                .toList();
    }

    private void project(Given given) {
        InstanceTable.TABLE.apply(sql, given.delivered());
    }

    @Test
    void newestFirstAndTiesByIdDescending() {
        List<Delivered> sameMoment =
                given().events(created("inst_b"), created("inst_c"), created("inst_a")).delivered().stream()
                        .map(event -> new Delivered(
                                event.event(),
                                new EventMeta(
                                        Given.BEGIN.plusSeconds(100),
                                        0,
                                        event.meta().globalPosition(),
                                        event.meta().eventId(),
                                        event.meta().metadata())))
                        .toList();
        InstanceTable.TABLE.apply(sql, sameMoment);
        project(given().events(created("inst_old"), created("inst_older")));
        assertThat(ids(list(), null)).containsExactly("inst_c", "inst_b", "inst_a", "inst_older", "inst_old");
    }

    @Test
    void pagesTogetherAreTheWholeList() {
        Given given = given();
        IntStream.range(0, 123).forEach(i -> given.event(created("inst_%03d".formatted(i))));
        project(given);
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<InstanceView> page = instances
                    .list(list(null, null, 50, cursor), null, view -> true)
                    .orElseThrow();
            page.items().forEach(view -> all.add(view.id()));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(all).hasSize(123).isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void filtersAndWhatRolesImply() {
        project(given().events(
                        created("inst_1"),
                        created("inst_2", "acme", "bob", "pool_1"),
                        created("inst_3", "acme", "ann", "pool_2"),
                        created("inst_4", "other", "ann", "pool_1"),
                        created("inst_5"),
                        scheduled("inst_1"),
                        running("inst_1"),
                        deleting("inst_5"),
                        deleted("inst_5")));
        assertThat(ids(list(), null)).containsExactly("inst_3", "inst_2", "inst_1");
        assertThat(ids(list(), "ann")).containsExactly("inst_3", "inst_1");
        assertThat(ids(list(null, "pool_2", 10, null), null)).containsExactly("inst_3");
        assertThat(ids(list(InstanceState.RUNNING, null, 10, null), null)).containsExactly("inst_1");
        assertThat(ids(list(InstanceState.RUNNING, "pool_1", 10, null), "bob")).isEmpty();
        assertThat(ids(list(InstanceState.DELETED, null, 10, null), "ann")).containsExactly("inst_5");
        assertThat(instances
                        .list(list(), null, view -> view.id().equals("inst_2"))
                        .orElseThrow()
                        .items())
                .extracting(InstanceView::id)
                .containsExactly("inst_2");
        assertThat(instances.get("acme", "inst_5")).isPresent();
        assertThat(instances.get("acme", "inst_4")).isEmpty();
        assertThat(instances.countByState()).containsEntry("scheduling", 3).containsEntry("running", 1);
    }

    @Test
    void aCursorIsAnInstanceOfTheTenant() {
        project(given().events(
                        created("inst_1"),
                        created("inst_2"),
                        created("inst_4", "other", "ann", "pool_1"),
                        deleting("inst_2")));
        assertThat(ids(list(null, null, 10, "inst_2"), null)).containsExactly("inst_1");
        assertThat(instances.list(list(null, null, 10, "inst_4"), null, view -> true))
                .isEmpty();
        assertThat(instances.list(list(null, null, 10, "inst_9"), null, view -> true))
                .isEmpty();
    }

    @Test
    void whatTheReconcilerAsksFor() {
        project(given().events(
                        created("inst_1"),
                        created("inst_2"),
                        created("inst_3"),
                        created("inst_4"),
                        scheduled("inst_1"),
                        scheduled("inst_2"),
                        running("inst_2"),
                        scheduled("inst_3"),
                        deleting("inst_3"),
                        deleted("inst_3")));
        assertThat(work.onNode("node_1", null, 10))
                .extracting(InstanceWork.Brief::id, InstanceWork.Brief::revision)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("inst_1", 2L),
                        org.assertj.core.groups.Tuple.tuple("inst_2", 3L));
        assertThat(work.onNode("node_1", "inst_1", 10)).hasSize(1);
        assertThat(work.inBetween(null, 10)).extracting(InstanceWork.Brief::id).containsExactly("inst_1", "inst_4");
        assertThat(instances.poolsWithWaiting()).containsExactly("pool_1");
        assertThat(instances.waiting("pool_1", null, 10))
                .extracting(Scan.Entry::value)
                .extracting(InstanceView::id)
                .containsExactly("inst_4");
    }

    /** A page must not read what it does not show, however much has ended or lies beyond it. */
    @Test
    void aPageReadsItsRowsOnly() {
        Given given = given();
        for (int i = 0; i < 3000; i++) {
            given.event(created("inst_%05d".formatted(i)));
        }
        for (int i = 0; i < 2900; i++) {
            given.events(deleting("inst_%05d".formatted(i)), deleted("inst_%05d".formatted(i)));
        }
        project(given);
        sql.execute("vacuum analyze instance");
        for (String where : List.of(
                "tenant_id = 'acme' and not ended",
                "tenant_id = 'acme' and not ended and created_by = 'ann'",
                "tenant_id = 'acme' and not ended and pool_id = 'pool_1'",
                "tenant_id = 'acme' and state = 'deleted'",
                "tenant_id = 'acme' and state = 'deleted' and created_by = 'ann'")) {
            String plan = sql.fetch("explain (analyze, buffers off, costs off, timing off) "
                            + "select id from instance where " + where
                            + " and (created_at, id) < (now(), 'inst_02950') order by created_at desc, id desc"
                            + " limit 50")
                    .format(100);
            assertThat(plan).as(where).contains("Index").doesNotContain("Sort").doesNotContain("Seq Scan");
            assertThat(plan).as(where).doesNotContain("Rows Removed by Filter");
        }
    }
}
