package dev.berth.query.projection;

import static dev.berth.query.Events.SMALL;
import static dev.berth.query.Events.created;
import static dev.berth.query.Events.deleted;
import static dev.berth.query.Events.deleting;
import static dev.berth.query.Events.node;
import static dev.berth.query.Events.pool;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Given.given;
import static dev.berth.query.jooq.Tables.INSTANCE;
import static dev.berth.query.jooq.Tables.POOL_OFFER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.Quotas;
import dev.berth.query.Database;
import dev.berth.query.Delivered;
import dev.berth.query.instance.InstanceTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;

class RebuildTest {
    private final Database database = Database.fresh();
    private final DSLContext sql = database.sql();

    private static final List<Delivered> EVENTS = given().events(
                    pool("pool_1", "acme"),
                    new PoolOffered("pool_1", "acme", "guest"),
                    node("node_1"),
                    new RangeCreated("rng_1", "acme", "pool_1", "ann", "10.0.0.0/24", "10.0.0.1", "10.0.0.254"),
                    new QuotaCharged("quota_1", "acme", "pool_1", "inst_1", Quotas.of(SMALL)),
                    new AddressLeased("rng_1", "acme", "pool_1", "inst_1", "10.0.0.5"),
                    new NodeAllocated("node_1", "acme", "pool_1", "inst_1", SMALL),
                    created("inst_1"),
                    scheduled("inst_1"),
                    running("inst_1"),
                    created("inst_2", "acme", "bob", "pool_9"),
                    deleting("inst_2"),
                    deleted("inst_2"))
            .delivered();

    private static final Map<String, List<Delivered>> STREAMS =
            EVENTS.stream().collect(Collectors.groupingBy(Delivered::streamId));

    private Verification.Result verify() {
        return new Verification(sql, stream -> STREAMS.getOrDefault(stream, List.of()))
                .verify(InstanceTable.TABLE, List.of("inst_1", "inst_2"));
    }

    @Test
    void whatIsAsItsEventsMakeItIsNoDifference() {
        new ViewsProjection().project(sql, EVENTS);
        assertThat(verify()).isEqualTo(new Verification.Result(2, 0, List.of()));
    }

    @Test
    void aRowThatIsMerelyBehindIsNoDifference() {
        new ViewsProjection().project(sql, EVENTS.subList(0, 12));
        assertThat(verify().differences()).isZero();
    }

    @Test
    void differencesAreFound() {
        new ViewsProjection().project(sql, EVENTS);
        sql.execute("update instance set view = jsonb_set(view, '{vcpu}', '7') where id = 'inst_1'");
        sql.execute("delete from instance where id = 'inst_2'");
        InstanceTable.TABLE.apply(sql, given().event(created("inst_3")).delivered());
        assertThat(verify().differences()).isEqualTo(3);
        assertThat(verify().examples())
                .containsExactly(
                        "inst_1 is not what its events make of it at revision 3",
                        "inst_2 has 3 events but no row",
                        "inst_3 has a row but no events");
    }

    @Test
    void sumsAddUpOrTheHolderIsNamed() {
        new ViewsProjection().project(sql, EVENTS);
        assertThat(Balance.differences(sql)).isEmpty();
        sql.deleteFrom(INSTANCE).where(INSTANCE.ID.eq("inst_1")).execute();
        assertThat(Balance.differences(sql))
                .containsExactlyInAnyOrder(
                        new Balance.Difference("quota of acme in pool_1", "1/2/0/10", "0/0/0/0"),
                        new Balance.Difference("node_1", "1/2/0/10", "0/0/0/0"),
                        new Balance.Difference("rng_1", "1", "0"));
    }

    @Test
    void aRebuildIsFilledBesideTheServingTablesAndSwappedIn() {
        new ViewsProjection().project(sql, EVENTS);
        sql.execute("update instance set view = jsonb_set(view, '{vcpu}', '7') where id = 'inst_1'");
        List<String> indexes = indexes();

        ShadowTables shadow = new ShadowTables(sql, new ViewsProjection());
        shadow.create();
        database.executeInTransaction(() -> shadow.projection().project(sql, EVENTS));
        assertThat(verify().differences()).isEqualTo(1);
        shadow.index();
        database.executeInTransaction(shadow::swap);

        assertThat(verify().differences()).isZero();
        assertThat(sql.fetchValues(POOL_OFFER.TENANT_ID)).containsExactly("guest");
        assertThat(indexes()).isEqualTo(indexes);
        new ViewsProjection().project(sql, given().event(created("inst_3")).delivered());
        assertThat(sql.fetchCount(INSTANCE)).isEqualTo(3);
    }

    @Test
    void aRebuildThatWasGivenUpBeginsAnew() {
        ShadowTables shadow = new ShadowTables(sql, new ViewsProjection());
        shadow.create();
        database.executeInTransaction(() -> shadow.projection().project(sql, EVENTS.subList(0, 9)));
        assertThat(sql.fetchCount(DSL.table("rebuild_views.instance"))).isEqualTo(1);
        shadow.create();
        assertThat(sql.fetchCount(DSL.table("rebuild_views.instance"))).isZero();
        assertThat(sql.fetchCount(INSTANCE)).isZero();
    }

    private List<String> indexes() {
        return sql.fetch("select indexdef from pg_indexes where schemaname = 'public' order by indexdef")
                .into(String.class);
    }
}
