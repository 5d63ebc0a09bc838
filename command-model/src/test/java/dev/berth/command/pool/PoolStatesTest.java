package dev.berth.command.pool;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Given.SMALL_SHAPE;
import static dev.berth.command.Given.flavor;
import static dev.berth.command.Given.offered;
import static dev.berth.command.Given.pool;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;

import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.address.CreateAddressRange;
import dev.berth.api.naming.NameEvent.NameReleased;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.pool.ArchiveFlavor;
import dev.berth.api.pool.ArchivePool;
import dev.berth.api.pool.CreateFlavor;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.FlavorEvent.FlavorArchived;
import dev.berth.api.pool.OfferPool;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.QuotaLimits;
import dev.berth.api.pool.UpdatePool;
import dev.berth.api.pool.WithdrawPool;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.quota.SetQuota;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Everything that the owner can ask of a pool, and of what belongs to it, in every situation. */
class PoolStatesTest {
    private static final QuotaLimits LIMITS = new QuotaLimits(1, 2, 3, 4);
    private static final DomainEvent FLAVOR = flavor(POOL, ACME, SMALL, SMALL_SHAPE);
    private static final DomainEvent NO_FLAVOR = new FlavorArchived(Ids.derived("flv", POOL, SMALL), ACME, POOL, SMALL);

    private static final DomainEvent ARCHIVE = new PoolArchived(POOL, ACME);
    private static final DomainEvent FREE = new NameReleased(Ids.derived("name", ACME, "pool", "main"), ACME, POOL);

    enum Situation {
        HOSTED(PoolKind.VPS_HOST),
        HOSTED_WITH_FLAVOR(PoolKind.VPS_HOST, FLAVOR),
        HOSTED_WITH_ARCHIVED_FLAVOR(PoolKind.VPS_HOST, FLAVOR, NO_FLAVOR),
        OFFERED(
                PoolKind.VPS_HOST,
                offered(POOL, ACME, GUEST, new Quotas(1, 1, 1, 1)).toArray(DomainEvent[]::new)),
        PROVIDER(PoolKind.PROVIDER),
        BARE_METAL(PoolKind.BARE_METAL),
        ARCHIVED(PoolKind.VPS_HOST, ARCHIVE, FREE),
        ARCHIVED_WITH_FLAVOR(PoolKind.VPS_HOST, FLAVOR, ARCHIVE, FREE),
        ARCHIVED_PROVIDER(PoolKind.PROVIDER, ARCHIVE, FREE);

        private final List<DomainEvent> story;

        Situation(PoolKind kind, DomainEvent... events) {
            story = all(tenants(ACME, GUEST), pool(POOL, ACME, "main", kind), List.of(events));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check(
                "pool-states.txt", Situation.class, it -> Scenario.given(it.story), acts(), PoolStatesTest::state);
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put(
                "create of the same name",
                it -> it.when(new CreatePool(ACME, "main", PoolKind.VPS_HOST, null, null, null, LIMITS, "k"))
                        .as(admin(ACME)));
        acts.put(
                "update",
                it -> it.when(new UpdatePool(ACME, POOL, null, "fra1", null)).as(admin(ACME)));
        acts.put(
                "offer", it -> it.when(new OfferPool(ACME, POOL, GUEST, LIMITS)).as(admin(ACME)));
        acts.put("withdraw", it -> it.when(new WithdrawPool(ACME, POOL, GUEST)).as(admin(ACME)));
        acts.put("archive", it -> it.when(new ArchivePool(ACME, POOL)).as(admin(ACME)));
        acts.put(
                "set own quota",
                it -> it.when(new SetQuota(ACME, POOL, ResourceKind.GPUS, 5, null))
                        .as(admin(ACME)));
        acts.put(
                "set guest's quota",
                it -> it.when(new SetQuota(ACME, POOL, ResourceKind.GPUS, 5, GUEST))
                        .as(admin(ACME)));
        acts.put(
                "create flavor",
                it -> it.when(new CreateFlavor(ACME, POOL, SMALL, 1, 2, 10, 0, null))
                        .as(admin(ACME)));
        acts.put(
                "archive flavor",
                it -> it.when(new ArchiveFlavor(ACME, POOL, SMALL)).as(admin(ACME)));
        acts.put("register host", it -> it.when(register(DriverKind.SIMULATED)).as(admin(ACME)));
        acts.put(
                "register libvirt host",
                it -> it.when(register(DriverKind.LIBVIRT)).as(admin(ACME)));
        acts.put(
                "create address range",
                it -> it.when(new CreateAddressRange(ACME, POOL, "10.1.0.0/24", null, null))
                        .as(admin(ACME)));
        return acts;
    }

    private static RegisterNode register(DriverKind driver) {
        return new RegisterNode(ACME, POOL, "host-a", driver, null, new Capacity(1, 1, 1, 0), "k");
    }

    private static String state(Scenario it) {
        return it.see(
                Pool.class,
                POOL,
                pool -> (pool.isArchived() ? "archived" : "active") + (pool.isOfferedTo(GUEST) ? ", offered" : ""));
    }
}
