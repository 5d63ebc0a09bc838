package dev.berth.command.pool;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.offered;
import static dev.berth.command.Given.pool;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.Scenario.operator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.DecisionRecord;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.api.naming.NameEvent.NameReleased;
import dev.berth.api.pool.ArchivePool;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.OfferPool;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolUpdated;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.QuotaLimits;
import dev.berth.api.pool.UpdatePool;
import dev.berth.api.pool.WithdrawPool;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.quota.SetQuota;
import dev.berth.command.Scenario;
import dev.berth.command.quota.Quota;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolCommandsTest {
    private static final QuotaLimits LIMITS = new QuotaLimits(10, 20, 0, 100);
    private static final Quotas MAX = new Quotas(10, 20, 0, 100);
    private static final List<DomainEvent> A_POOL = all(tenants(ACME, GUEST, OTHER), pool(POOL, ACME));
    private static final List<DomainEvent> AN_OFFERED_POOL = all(A_POOL, offered(POOL, ACME, GUEST, MAX));
    private static final Map<String, String> NO_POOL = Map.of("resource", "compute-pool/" + POOL);

    private static CreatePool create(String name, PoolKind kind, String key) {
        return new CreatePool(ACME, name, kind, null, null, null, LIMITS, key);
    }

    @Test
    void aPoolBeginsWithItsOwnersQuota() {
        String id = Ids.derived("pool", ACME, "ann", "pools.create", "k");
        Scenario.Answer answer =
                given().when(create("main", PoolKind.VPS_HOST, "k")).as(admin(ACME));
        answer.answers(id)
                .then(
                        new PoolCreated(
                                id,
                                ACME,
                                "ann",
                                "main",
                                PoolKind.VPS_HOST,
                                null,
                                null,
                                null,
                                "{accountId=null, kind=VPS_HOST, name=main, networkId=null, quotas=" + LIMITS
                                        + ", region=null}"),
                        new NameClaimed(Ids.derived("name", ACME, "pool", "main"), ACME, "pool", "main", id),
                        new QuotaLimitsSet(Quota.id(ACME, id), ACME, id, MAX));
        assertThat(answer.decision()).isInstanceOfSatisfying(DecisionRecord.class, decision -> {
            assertThat(decision.action()).isEqualTo("compute:pools:create");
            assertThat(decision.resourceType()).isEqualTo("compute-tenant");
            assertThat(decision.outcome()).isEqualTo("allow");
        });
    }

    @Test
    void theSameRequestAgainAnswersTheSamePoolAndAnotherOneUnderItsKeyIsAConflict() {
        String id = Ids.derived("pool", ACME, "ann", "pools.create", "k");
        given().when(create("main", PoolKind.VPS_HOST, "k"))
                .as(admin(ACME))
                .scenario()
                .when(new ArchivePool(ACME, id))
                .as(admin(ACME))
                .scenario()
                .when(create("main", PoolKind.VPS_HOST, "k"))
                .as(admin(ACME))
                .answers(id)
                .unchanged()
                .when(create("other", PoolKind.VPS_HOST, "k"))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("poolId", id));
    }

    @Test
    void aNameIsFreeAgainOnceItsPoolIsArchived() {
        given(A_POOL)
                .when(create("main", PoolKind.VPS_HOST, "k"))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("poolId", POOL))
                .when(new ArchivePool(ACME, POOL))
                .as(admin(ACME))
                .then(
                        new PoolArchived(POOL, ACME),
                        new NameReleased(Ids.derived("name", ACME, "pool", "main"), ACME, POOL))
                .when(new ArchivePool(ACME, POOL))
                .as(admin(ACME))
                .unchanged()
                .when(create("main", PoolKind.VPS_HOST, "k"))
                .as(admin(ACME))
                .thenHappened("pool.created", "name.claimed", "quota.limitsSet");
    }

    @Test
    void onlyProviderPoolsHaveAProviderSide() {
        String account = "acct_" + "0".repeat(26);
        String network = "net_" + "0".repeat(26);
        given().when(new CreatePool(ACME, "p", PoolKind.BARE_METAL, account, "fra1", network, LIMITS, "k"))
                .as(admin(ACME))
                .refusedFields("accountId", "region", "networkId")
                .when(new CreatePool(ACME, "p", PoolKind.PROVIDER, account, "fra1", network, LIMITS, "k"))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-account/" + account))
                .when(new CreatePool(ACME, "p", PoolKind.PROVIDER, null, "fra1", network, LIMITS, "k"))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-network/" + network))
                .when(new CreatePool(ACME, "p", PoolKind.PROVIDER, null, "fra1", null, LIMITS, "k"))
                .as(admin(ACME))
                .thenHappened("pool.created", "name.claimed", "quota.limitsSet");
    }

    @Test
    void aProviderPoolIsGivenWhatItWasMadeWithout() {
        List<DomainEvent> aProviderPool = pool(POOL, ACME, "p", PoolKind.PROVIDER);
        UpdatePool update = new UpdatePool(ACME, POOL, null, "fra1", null);
        given(aProviderPool)
                .when(update)
                .as(admin(ACME))
                .then(new PoolUpdated(POOL, ACME, null, "fra1", null))
                .when(update)
                .as(admin(ACME))
                .unchanged()
                .and(new PoolArchived(POOL, ACME))
                .when(update)
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "archived"));
        given(A_POOL).when(update).as(admin(ACME)).refusedFields("poolId");
    }

    @Test
    void anOfferGivesTheGuestAQuotaAndAgainSetsIt() {
        QuotaLimits more = new QuotaLimits(20, 40, 0, 200);
        given(A_POOL)
                .when(new OfferPool(ACME, POOL, GUEST, LIMITS))
                .as(admin(ACME))
                .then(new PoolOffered(POOL, ACME, GUEST), new QuotaLimitsSet(Quota.id(GUEST, POOL), GUEST, POOL, MAX))
                .when(new OfferPool(ACME, POOL, GUEST, more))
                .as(admin(ACME))
                .then(new QuotaLimitsSet(Quota.id(GUEST, POOL), GUEST, POOL, more.amounts()))
                .when(new OfferPool(ACME, POOL, GUEST, more))
                .as(admin(ACME))
                .unchanged()
                .when(new WithdrawPool(ACME, POOL, GUEST))
                .as(admin(ACME))
                .then(new PoolWithdrawn(POOL, ACME, GUEST))
                .when(new WithdrawPool(ACME, POOL, GUEST))
                .as(admin(ACME))
                .unchanged();
    }

    @Test
    void anOfferNeedsAnotherTenantThatIsThereAndAPoolThatAdmits() {
        given(A_POOL)
                .when(new OfferPool(ACME, POOL, ACME, LIMITS))
                .as(admin(ACME))
                .refusedFields("toTenantId")
                .when(new OfferPool(ACME, POOL, "nobody", LIMITS))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-tenant/nobody"))
                .and(new PoolArchived(POOL, ACME))
                .when(new OfferPool(ACME, POOL, GUEST, LIMITS))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "archived"));
    }

    @Test
    void whatOnlyTheOwnerMayDoIsDeniedToGuestsAndNotFoundForOthers() {
        Map<String, String> update = Map.of("action", "compute:pools:update", "resource", "compute-pool/" + POOL);
        Map<String, String> delete = Map.of("action", "compute:pools:delete", "resource", "compute-pool/" + POOL);
        given(AN_OFFERED_POOL)
                .when(new UpdatePool(GUEST, POOL, null, "fra1", null))
                .as(admin(GUEST))
                .refused(ErrorCode.ACCESS_DENIED, update)
                .when(new OfferPool(GUEST, POOL, OTHER, LIMITS))
                .as(admin(GUEST))
                .refused(ErrorCode.ACCESS_DENIED, update)
                .when(new WithdrawPool(GUEST, POOL, GUEST))
                .as(admin(GUEST))
                .refused(ErrorCode.ACCESS_DENIED, update)
                .when(new ArchivePool(GUEST, POOL))
                .as(admin(GUEST))
                .refused(ErrorCode.ACCESS_DENIED, delete)
                .when(new UpdatePool(OTHER, POOL, null, "fra1", null))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, NO_POOL)
                .when(new OfferPool(OTHER, POOL, GUEST, LIMITS))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, NO_POOL)
                .when(new WithdrawPool(OTHER, POOL, GUEST))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, NO_POOL)
                .when(new ArchivePool(OTHER, POOL))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, NO_POOL);
    }

    @Test
    void aRefusalLeavesItsRecordAlone() {
        given(A_POOL)
                .wherePoliciesSay(AccessDecision.Outcome.DENY)
                .when(new ArchivePool(ACME, POOL))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:pools:delete", "resource", "compute-pool/" + POOL))
                .when(create("second", PoolKind.VPS_HOST, "k"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:pools:create", "resource", "compute-tenant/" + ACME));
    }

    @Test
    void limitsAreSetByTheOwnerAndTheOperatorButNotByGuests() {
        given(AN_OFFERED_POOL)
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 7, null))
                .as(admin(ACME))
                .then(new QuotaLimitsSet(Quota.id(ACME, POOL), ACME, POOL, new Quotas(7, 200, 0, 1000)))
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 7, null))
                .as(admin(ACME))
                .unchanged()
                .when(new SetQuota(ACME, POOL, ResourceKind.GPUS, 2, GUEST))
                .as(admin(ACME))
                .then(new QuotaLimitsSet(Quota.id(GUEST, POOL), GUEST, POOL, new Quotas(10, 20, 2, 100)))
                .when(new SetQuota(GUEST, POOL, ResourceKind.GPUS, 9, null))
                .as(admin(GUEST))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:quotas:update", "resource", "compute-pool/" + POOL))
                .when(new SetQuota(GUEST, POOL, ResourceKind.GPUS, 3, null))
                .as(operator())
                .then(new QuotaLimitsSet(Quota.id(GUEST, POOL), GUEST, POOL, new Quotas(10, 20, 3, 100)))
                .when(new SetQuota(OTHER, POOL, ResourceKind.GPUS, 9, null))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, NO_POOL)
                .when(new SetQuota(ACME, POOL, ResourceKind.GPUS, 9, OTHER))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-tenant/" + OTHER));
    }

    @Test
    void aWithdrawnGuestKeepsItsQuotaWhichTheOwnerCanStillSet() {
        given(AN_OFFERED_POOL)
                .and(new PoolWithdrawn(POOL, ACME, GUEST))
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 1, GUEST))
                .as(admin(ACME))
                .then(new QuotaLimitsSet(Quota.id(GUEST, POOL), GUEST, POOL, new Quotas(1, 20, 0, 100)))
                .when(new SetQuota(GUEST, POOL, ResourceKind.VCPU, 1, null))
                .as(admin(GUEST))
                .refused(ErrorCode.NOT_FOUND, NO_POOL);
    }
}
