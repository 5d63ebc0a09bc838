package dev.berth.query.projection;

import static dev.berth.query.Events.created;
import static dev.berth.query.Events.deleted;
import static dev.berth.query.Events.deleting;
import static dev.berth.query.Events.pool;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Given.given;
import static dev.berth.query.jooq.Tables.POOL_OFFER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import dev.berth.api.inventory.InventoryEvent;
import dev.berth.api.naming.NameEvent;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.refusal.RefusalEvent;
import dev.berth.query.Database;
import dev.berth.query.Delivered;
import dev.berth.query.EventMeta;
import dev.berth.query.Given;
import dev.berth.query.ReadTable;
import dev.berth.query.Samples;
import dev.berth.query.StreamGap;
import dev.berth.query.instance.InstanceTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;

class ReadTablesTest {
    private final DSLContext sql = Database.fresh().sql();
    private final ViewsProjection views = new ViewsProjection();

    private List<? extends ReadTable.Row<?>> everything() {
        return ReadTables.all().stream()
                .flatMap(table -> table.loadAll(sql).stream())
                .toList();
    }

    @Test
    void everyEventHasATableOrIsNotShown() {
        assertThat(EventTypes.all())
                .filteredOn(type ->
                        ReadTables.of(type.asSubclass(DomainEvent.class)).isEmpty())
                .allMatch(type -> NameEvent.class.isAssignableFrom(type)
                        || RefusalEvent.class.isAssignableFrom(type)
                        || InventoryEvent.class.isAssignableFrom(type));
    }

    @Test
    void whatIsReadIsWhatWasFolded() {
        for (ReadTable<?, ?> table : ReadTables.all()) {
            DomainEvent first = Arrays.stream(table.vocabulary().getPermittedSubclasses())
                    .map(Samples::event)
                    .findFirst()
                    .orElseThrow();
            Given given = given().event(first);
            table.apply(sql, given.delivered());
            assertThat(table.loadAll(sql))
                    .singleElement()
                    .extracting(ReadTable.Row::state)
                    .isEqualTo(given.foldedBy(table));
        }
    }

    @Test
    void applyingAgainChangesNothing() {
        List<Delivered> events = given().events(
                        created("inst_1"),
                        created("inst_2"),
                        scheduled("inst_1"),
                        running("inst_1"),
                        pool("pool_1", "acme"),
                        new PoolOffered("pool_1", "acme", "guest"),
                        deleting("inst_1"),
                        deleted("inst_1"))
                .delivered();
        views.project(sql, events);
        var once = everything();
        assertThat(once).hasSize(3);

        views.project(sql, events);
        assertThat(everything()).isEqualTo(once);
        views.project(sql, events.subList(0, 4));
        assertThat(everything()).isEqualTo(once);
        views.project(sql, events.subList(3, 8));
        assertThat(everything()).isEqualTo(once);
    }

    @Test
    void batchesOfAnySizeMakeTheSame() {
        Given given = given();
        for (int i = 0; i < 20; i++) {
            given.events(created("inst_" + i), scheduled("inst_" + i), running("inst_" + i));
        }
        views.project(sql, given.delivered());
        var atOnce = everything();

        DSLContext other = Database.fresh().sql();
        List<Delivered> events = given.delivered();
        for (int from = 0; from < events.size(); from += 7) {
            views.project(other, events.subList(from, Math.min(from + 7, events.size())));
        }
        assertThat(InstanceTable.TABLE.loadAll(other)).hasSize(20).isEqualTo(atOnce);
    }

    @Test
    void aGapInAStreamIsSeen() {
        List<Delivered> events = given().events(created("inst_1"), scheduled("inst_1"), running("inst_1"))
                .delivered();
        views.project(sql, events.subList(0, 1));
        assertThatThrownBy(() -> views.project(sql, events.subList(2, 3)))
                .isInstanceOf(StreamGap.class)
                .hasMessage("Of inst_1 1 events were seen, and the next one is number 3");
    }

    @Test
    void offersFollowThePools() {
        List<Delivered> events = given().events(
                        pool("pool_1", "acme"),
                        new PoolOffered("pool_1", "acme", "guest-1"),
                        new PoolOffered("pool_1", "acme", "guest-2"),
                        new PoolWithdrawn("pool_1", "acme", "guest-1"))
                .delivered();
        views.project(sql, events.subList(0, 3));
        assertThat(sql.fetchValues(POOL_OFFER.TENANT_ID)).containsExactlyInAnyOrder("guest-1", "guest-2");
        views.project(sql, events.subList(3, 4));
        assertThat(sql.fetchValues(POOL_OFFER.TENANT_ID)).containsExactly("guest-2");
        views.project(sql, events.subList(0, 2));
        assertThat(sql.fetchValues(POOL_OFFER.TENANT_ID)).containsExactly("guest-2");
    }

    @Test
    void namesAndRefusalsPassBy() {
        List<Delivered> events = new ArrayList<>();
        for (Class<?> type : NameEvent.class.getPermittedSubclasses()) {
            events.add(new Delivered(
                    Samples.event(type), new EventMeta(Given.BEGIN, 0, events.size(), "e" + events.size(), Map.of())));
        }
        views.project(sql, events);
        assertThat(everything()).isEmpty();
    }
}
