package dev.berth.command.instance;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Given.SMALL_SHAPE;
import static dev.berth.command.Given.id;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.POOL;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.Placement;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.account.ProviderRules.Feature;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a provider pool admits, and what it charges for it. */
class ProviderAdmissionTest {
    private static CreateInstance create(String poolId, String flavor, String image) {
        return new CreateInstance(ACME, poolId, null, flavor, image, List.of(), null, InitialState.RUNNING, "k", null);
    }

    @Test
    void aMachineIsAssignedToThePoolsAccountAndChargedWithoutItsDisk() {
        Scenario.Answer answer = given(Provided.everything())
                .and(Given.quota(ACME, POOL, new Quotas(10, 20, 0, 0)))
                .and(new FlavorCreated(
                        dev.berth.api.Ids.derived("flv", POOL, "named"),
                        ACME,
                        POOL,
                        "named",
                        "ann",
                        SMALL_SHAPE,
                        "s-1vcpu-2gb"))
                .when(create(POOL, "named", "debian-12-x64"))
                .as(admin(ACME));
        answer.thenHappened("instance.created", "quota.charged", "instance.assigned");
        String id = answer.happened().getFirst().streamId();
        assertThat(answer.happened().getFirst()).isInstanceOfSatisfying(InstanceCreated.class, it -> {
            assertThat(it.placement()).isEqualTo(Placement.PROVIDER);
            assertThat(it.lease()).isNull();
            assertThat(it.imageVerified()).isFalse();
        });
        assertThat(answer.happened().get(1))
                .isInstanceOfSatisfying(
                        QuotaCharged.class, it -> assertThat(it.amount()).isEqualTo(new Quotas(1, 2, 0, 0)));
        assertThat(answer.happened().get(2))
                .isEqualTo(new InstanceAssigned(id, ACME, ACCOUNT, HERE, NETWORK, "s-1vcpu-2gb"));
    }

    @Test
    void aPoolWithoutAccountOrRegionAdmitsNothingYet() {
        String without = id("pool", 7);
        List<DomainEvent> aPool = all(
                Provided.everything(),
                List.of(
                        new PoolCreated(without, ACME, "ann", "w", PoolKind.PROVIDER, null, null, null, "hmac"),
                        Given.flavor(without, ACME, SMALL, SMALL_SHAPE)));
        given(aPool)
                .when(create(without, SMALL, "debian"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"))
                .and(new dev.berth.api.pool.PoolEvent.PoolUpdated(without, ACME, ACCOUNT, null, null))
                .when(create(without, SMALL, "debian"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"));
        given(all(Provided.everything(), List.of(new AccountArchived(ACCOUNT, ACME))))
                .when(create(POOL, SMALL, "debian"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"));
    }

    @Test
    void whatTheProviderWouldRefuseIsRefusedBefore() {
        given(Provided.everything())
                .when(create(POOL, SMALL, "no-image"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_INPUT, Map.of("reason", "image"));
        given(Provided.everything())
                .whereTheProviderLacks(Feature.MACHINES)
                .when(create(POOL, SMALL, "debian"))
                .as(admin(ACME))
                .refused(ErrorCode.UNSUPPORTED, Map.of("reason", "machines"));
    }
}
