package dev.berth.command.pool;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.id;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.POOL;
import static dev.berth.command.Provided.THERE;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.network.DeleteNetwork;
import dev.berth.api.network.NetworkEvent.NetworkDeleting;
import dev.berth.api.pool.ArchivePool;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.PoolEvent.PoolUpdated;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.QuotaLimits;
import dev.berth.api.pool.UpdatePool;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.quota.Quota;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The provider side of pools: what it may be, and when it may change. */
class ProviderPoolTest {
    private static final String SECOND = id("acct", 2);
    private static final String ELSEWHERE = id("net", 2);
    /** A pool in which nothing is yet. */
    private static final List<DomainEvent> A_POOL = all(
            Given.tenants(ACME, GUEST),
            Provided.account(ACCOUNT, ACME, "cloud"),
            Provided.account(SECOND, ACME, "second"),
            Provided.network(NETWORK, ACCOUNT, ACME, "net"),
            Provided.network(ELSEWHERE, SECOND, ACME, "elsewhere"),
            Provided.pool());

    private static CreatePool create(@Nullable String account, @Nullable String region, @Nullable String network) {
        return new CreatePool(ACME, "p", PoolKind.PROVIDER, account, region, network, new QuotaLimits(1, 1, 1, 1), "k");
    }

    private static UpdatePool update(@Nullable String account, @Nullable String region, @Nullable String network) {
        return new UpdatePool(ACME, POOL, account, region, network);
    }

    @Test
    void aPoolIsInAnAccountOfTheTenantAndItsNetworkKnowsIt() {
        Scenario scenario = given(A_POOL);
        scenario.when(create(id("acct", 9), null, null))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-account/" + id("acct", 9)))
                .when(create(ACCOUNT, null, id("net", 9)))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-network/" + id("net", 9)))
                .when(create(ACCOUNT, "nyc1", null))
                .as(admin(ACME))
                .refusedFields("region")
                .when(create(ACCOUNT, HERE, ELSEWHERE))
                .as(admin(ACME))
                .refusedFields("networkId")
                .when(create(null, HERE, NETWORK))
                .as(admin(ACME))
                .refusedFields("networkId")
                .when(create(ACCOUNT, HERE, NETWORK))
                .as(admin(ACME))
                .thenHappened("pool.created", "network.used", "name.claimed", "quota.limitsSet");
        given(all(A_POOL, List.of(new NetworkDeleting(NETWORK, ACME, "ann"))))
                .when(create(ACCOUNT, HERE, NETWORK))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "deleting"));
    }

    @Test
    void whatNobodyUsesYetCanBeChanged() {
        given(A_POOL)
                .when(update(null, THERE, null))
                .as(admin(ACME))
                .then(new PoolUpdated(POOL, ACME, ACCOUNT, THERE, NETWORK))
                .when(update(null, THERE, null))
                .as(admin(ACME))
                .unchanged()
                .when(update(SECOND, null, null))
                .as(admin(ACME))
                .refusedFields("networkId")
                .when(update(SECOND, HERE, ELSEWHERE))
                .as(admin(ACME))
                .thenHappened("pool.updated", "network.freed", "network.used");
    }

    @Test
    void whatMachinesOrVolumesUseStays() {
        DomainEvent guests = new QuotaCharged(Quota.id(GUEST, POOL), GUEST, POOL, "pvol_x", Quotas.ofDisk(1));
        given(all(A_POOL, Given.offered(POOL, ACME, GUEST, new Quotas(0, 0, 0, 10)), List.of(guests)))
                .when(update(null, THERE, null))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"))
                .when(update(null, HERE, NETWORK))
                .as(admin(ACME))
                .unchanged();
    }

    @Test
    void aNetworkThatAPoolIsInIsDeletedOnlyAfterIt() {
        given(A_POOL)
                .when(new DeleteNetwork(ACME, NETWORK))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "ready"))
                .when(new ArchivePool(ACME, POOL))
                .as(admin(ACME))
                .thenHappened("pool.archived", "network.freed", "name.released")
                .when(new DeleteNetwork(ACME, NETWORK))
                .as(admin(ACME))
                .thenHappened("network.deleting");
    }
}
