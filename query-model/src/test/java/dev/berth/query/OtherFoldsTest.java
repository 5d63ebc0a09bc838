package dev.berth.query;

import static dev.berth.query.Events.LARGE;
import static dev.berth.query.Events.SMALL;
import static dev.berth.query.Events.node;
import static dev.berth.query.Events.pool;
import static dev.berth.query.Given.at;
import static dev.berth.query.Given.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.DomainEvent;
import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.AddressReleased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.address.RangeView;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationApproved;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationRequested;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationUsed;
import dev.berth.api.iam.ConfirmationState;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.PolicyEvent.PolicyDeleted;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeCordoned;
import dev.berth.api.node.NodeEvent.NodeLost;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeReallocated;
import dev.berth.api.node.NodeEvent.NodeReleased;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.NodeEvent.NodeUncordoned;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.NodeView;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolUpdated;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.pool.PoolView;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.query.address.RangeTable;
import dev.berth.query.iam.ConfirmationFold;
import dev.berth.query.iam.IamTables;
import dev.berth.query.iam.PolicyRecord;
import dev.berth.query.node.NodeTable;
import dev.berth.query.pool.PoolFold;
import dev.berth.query.pool.PoolTable;
import dev.berth.query.quota.QuotaTable;
import org.junit.jupiter.api.Test;

class OtherFoldsTest {
    private static NodeView node1(DomainEvent... events) {
        return given().event(node("node_1"))
                .events(events)
                .foldedBy(NodeTable.TABLE)
                .view();
    }

    private static NodeReady ready() {
        return new NodeReady("node_1", "acme", "pool_1");
    }

    private static NodeLost lost() {
        return new NodeLost("node_1", "acme", "pool_1", "No answer for 90 s.");
    }

    private static NodeCordoned cordoned() {
        return new NodeCordoned("node_1", "acme", "pool_1");
    }

    private static NodeAllocated allocated(MachineShape shape) {
        return new NodeAllocated("node_1", "acme", "pool_1", "inst_1", shape);
    }

    @Test
    void aHostIsReadyOnceItAnswersAndLostBeforeAllElse() {
        assertThat(node1().state()).isEqualTo(NodeState.PENDING);
        assertThat(node1(ready()).state()).isEqualTo(NodeState.READY);
        assertThat(node1(ready(), lost()).state()).isEqualTo(NodeState.LOST);
        assertThat(node1(ready(), lost()).message()).isEqualTo("No answer for 90 s.");
        assertThat(node1(ready(), lost(), ready()).message()).isNull();
    }

    @Test
    void aCordonOutlastsALoss() {
        assertThat(node1(ready(), cordoned(), lost()).state()).isEqualTo(NodeState.LOST);
        assertThat(node1(ready(), cordoned(), lost(), ready()).state()).isEqualTo(NodeState.CORDONED);
        assertThat(node1(ready(), lost(), cordoned()).state()).isEqualTo(NodeState.LOST);
        assertThat(node1(ready(), lost(), cordoned(), ready()).state()).isEqualTo(NodeState.CORDONED);
        assertThat(node1(cordoned(), new NodeUncordoned("node_1", "acme", "pool_1"), ready())
                        .state())
                .isEqualTo(NodeState.READY);
    }

    @Test
    void whatAHostGaveAwayAddsUp() {
        assertThat(node1(ready(), allocated(SMALL), allocated(LARGE)).allocated())
                .isEqualTo(new MachineShape(5, 10, 50, 0));
        assertThat(node1(allocated(SMALL), new NodeReallocated("node_1", "acme", "pool_1", "inst_1", SMALL, LARGE))
                        .allocated())
                .isEqualTo(LARGE);
        assertThat(node1(allocated(SMALL), new NodeReleased("node_1", "acme", "pool_1", "inst_1", SMALL))
                        .allocated())
                .isEqualTo(MachineShape.NOTHING);
        assertThat(node1(allocated(SMALL), new NodeRemoved("node_1", "acme", "pool_1", true))
                        .allocated())
                .isEqualTo(MachineShape.NOTHING);
        assertThatThrownBy(() -> node1(new NodeReleased("node_1", "acme", "pool_1", "inst_1", SMALL)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aQuotaIsFourRowsOfOneStream() {
        var quota = given().events(
                        new QuotaLimitsSet("quota_1", "acme", "pool_1", new Quotas(10, 20, 0, 100)),
                        new QuotaCharged("quota_1", "acme", "pool_1", "inst_1", Quotas.of(SMALL)),
                        new QuotaCharged("quota_1", "acme", "pool_1", "inst_2", Quotas.of(LARGE)),
                        new QuotaRefunded("quota_1", "acme", "pool_1", "inst_1", Quotas.of(SMALL)))
                .foldedBy(QuotaTable.TABLE);
        assertThat(quota.views())
                .extracting(QuotaView::resource, QuotaView::max, QuotaView::used, QuotaView::revision)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(ResourceKind.VCPU, 10L, 4L, 4L),
                        org.assertj.core.groups.Tuple.tuple(ResourceKind.MEMORY_GIB, 20L, 8L, 4L),
                        org.assertj.core.groups.Tuple.tuple(ResourceKind.GPUS, 0L, 0L, 4L),
                        org.assertj.core.groups.Tuple.tuple(ResourceKind.DISK_GIB, 100L, 40L, 4L));
        assertThat(quota.createdAt()).isEqualTo(at(0));
        assertThat(quota.updatedAt()).isEqualTo(at(3));
    }

    @Test
    void aPoolIsOfferedAndWithdrawn() {
        PoolView pool = given().events(
                        pool("pool_1", "acme"),
                        new PoolOffered("pool_1", "acme", "guest-1"),
                        new PoolOffered("pool_1", "acme", "guest-2"),
                        new PoolOffered("pool_1", "acme", "guest-1"),
                        new PoolWithdrawn("pool_1", "acme", "guest-2"),
                        new PoolUpdated("pool_1", "acme", "acct_1", null, null),
                        new PoolUpdated("pool_1", "acme", null, "fra1", null))
                .foldedBy(PoolTable.TABLE);
        assertThat(pool.offeredTo()).containsExactly("guest-1");
        assertThat(pool.accountId()).isEqualTo("acct_1");
        assertThat(pool.region()).isEqualTo("fra1");
        assertThat(PoolFold.forGuest(pool).offeredTo()).isNull();
    }

    @Test
    void aRangeCountsItsAddressesAndLeases() {
        RangeView range = given().events(
                        new RangeCreated("rng_1", "acme", "pool_1", "ann", "10.0.0.0/24", "10.0.0.1", "10.0.0.254"),
                        new AddressLeased("rng_1", "acme", "pool_1", "inst_1", "10.0.0.1"),
                        new AddressLeased("rng_1", "acme", "pool_1", "inst_2", "10.0.0.2"),
                        new AddressReleased("rng_1", "acme", "pool_1", "inst_1", "10.0.0.1"))
                .foldedBy(RangeTable.TABLE);
        assertThat(range.total()).isEqualTo(254);
        assertThat(range.leased()).isEqualTo(1);
        assertThatThrownBy(() -> given().event(
                                new RangeCreated("rng_1", "acme", "pool_1", "ann", "x", "a-name.example", "10.0.0.9"))
                        .foldedBy(RangeTable.TABLE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPolicyPutAgainAfterItsDeletionIsANewOne() {
        PolicyPut first = new PolicyPut("pcy_1", "acme", "p", "ann", "permit 1");
        PolicyPut second = new PolicyPut("pcy_1", "acme", "p", "bob", "permit 2");
        PolicyRecord changed = given().events(first, second).foldedBy(IamTables.POLICIES);
        assertThat(changed.view().createdBy()).isEqualTo("ann");
        assertThat(changed.view().policy()).isEqualTo("permit 2");

        PolicyRecord anew = given().events(first, new PolicyDeleted("pcy_1", "acme", "p"), second)
                .foldedBy(IamTables.POLICIES);
        assertThat(anew.deleted()).isFalse();
        assertThat(anew.view().createdBy()).isEqualTo("bob");
        assertThat(anew.view().createdAt()).isEqualTo(at(2));
        assertThat(anew.view().revision()).isEqualTo(3);
    }

    @Test
    void aConfirmationExpiresWithoutAnEvent() {
        ConfirmationRequested requested =
                new ConfirmationRequested("conf_1", "acme", "ann", "compute:instances:delete", "x/y", at(60));
        ConfirmationView pending = given().event(requested).foldedBy(IamTables.CONFIRMATIONS);
        assertThat(ConfirmationFold.at(pending, at(59)).state()).isEqualTo(ConfirmationState.PENDING);
        assertThat(ConfirmationFold.at(pending, at(60)).state()).isEqualTo(ConfirmationState.EXPIRED);
        ConfirmationView used = given().events(
                        requested,
                        new ConfirmationApproved("conf_1", "acme", at(120)),
                        new ConfirmationUsed("conf_1", "acme"))
                .foldedBy(IamTables.CONFIRMATIONS);
        assertThat(ConfirmationFold.at(used, at(500)).state()).isEqualTo(ConfirmationState.USED);
    }
}
