package dev.berth.command.quota;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.IMAGE;
import static dev.berth.command.Given.LARGE;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.Scenario.operator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.Problem;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.quota.SetQuota;
import dev.berth.command.Given;
import dev.berth.command.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits, charges and refunds in every situation: without a row, empty, nearly full, full, and over. */
class QuotaStatesTest {
    private static final String ID = Quota.id(GUEST, POOL);
    /** A guest whose limits are set by each test; the owner's image is public. */
    private static final List<DomainEvent> A_GUEST = all(
            Given.everything(),
            List.of(
                    new PoolOffered(POOL, ACME, GUEST),
                    new ImagePublished(Ids.derived("img", ACME, IMAGE), ACME, IMAGE)));

    private static CreateInstance create(String flavor, String key) {
        return new CreateInstance(GUEST, POOL, null, flavor, IMAGE, List.of(), null, InitialState.RUNNING, key, null);
    }

    /** Limits, what is used, what is asked for, and the resource that does not suffice. */
    static Stream<Arguments> charges() {
        Quotas two = new Quotas(2, 4, 0, 20);
        Quotas one = new Quotas(1, 2, 0, 10);
        return Stream.of(
                Arguments.of(two, Quotas.NONE, one, ""),
                Arguments.of(two, one, one, ""),
                Arguments.of(two, two, one, "vcpu"),
                Arguments.of(two, two, new Quotas(0, 0, 0, 1), "diskGiB"),
                Arguments.of(two, one, new Quotas(1, 3, 0, 0), "memoryGiB"),
                Arguments.of(two, one, new Quotas(0, 0, 1, 0), "gpus"),
                Arguments.of(one, two, Quotas.NONE, ""),
                Arguments.of(one, two, new Quotas(1, 0, 0, 0), "vcpu"),
                Arguments.of(new Quotas(0, 100, 0, 100), two, new Quotas(0, 1, 0, 1), ""));
    }

    @ParameterizedTest
    @MethodSource("charges")
    void aChargeNeverTakesWhatIsUsedOverTheLimit(Quotas max, Quotas used, Quotas asked, String lacking) {
        Scenario scenario = given(Given.quota(GUEST, POOL, max), new QuotaCharged(ID, GUEST, POOL, "inst_a", used));
        Optional<Object> refused = scenario.see(
                Quota.class,
                ID,
                quota -> quota.mayCharge(asked).map(it -> it.details().get("resource")));
        assertThat(refused.orElse("")).isEqualTo(lacking);
    }

    @Test
    void whatIsRefundedCanBeChargedAgain() {
        Quotas one = new Quotas(1, 2, 0, 10);
        Scenario scenario = given(Given.quota(GUEST, POOL, one), new QuotaCharged(ID, GUEST, POOL, "inst_a", one));
        Optional<Problem> full = scenario.see(Quota.class, ID, quota -> quota.mayCharge(one));
        assertThat(full).isPresent();
        scenario.and(new QuotaRefunded(ID, GUEST, POOL, "inst_a", one));
        Optional<Problem> free = scenario.see(Quota.class, ID, quota -> quota.mayCharge(one));
        assertThat(free).isEmpty();
    }

    @Test
    void aRefusedCreateNamesTheLimitAndTheNumbers() {
        given(A_GUEST)
                .when(create(SMALL, "a"))
                .as(admin(GUEST))
                .refused(ErrorCode.QUOTA_EXCEEDED, Map.of("resource", "vcpu", "max", 0L, "used", 0L, "requested", 1L))
                .and(Given.quota(GUEST, POOL, new Quotas(2, 3, 0, 20)))
                .when(create(SMALL, "a"))
                .as(admin(GUEST))
                .thenHappened(
                        "instance.created",
                        "quota.charged",
                        "addressRange.leased",
                        "instance.scheduled",
                        "node.allocated")
                .when(create(SMALL, "b"))
                .as(admin(GUEST))
                .refused(
                        ErrorCode.QUOTA_EXCEEDED,
                        Map.of("resource", "memoryGiB", "max", 3L, "used", 2L, "requested", 2L))
                .when(create(LARGE, "b"))
                .as(admin(GUEST))
                .refused(ErrorCode.QUOTA_EXCEEDED, Map.of("resource", "vcpu", "max", 2L, "used", 1L, "requested", 2L));
    }

    @Test
    void aLimitUnderWhatIsUsedOnlyStopsNewAdmissions() {
        given(all(A_GUEST, List.of(Given.quota(GUEST, POOL, new Quotas(10, 20, 0, 100)))))
                .when(create(SMALL, "a"))
                .as(admin(GUEST))
                .scenario()
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 0, GUEST))
                .as(admin(ACME))
                .thenHappened("quota.limitsSet")
                .when(create(SMALL, "b"))
                .as(admin(GUEST))
                .refused(ErrorCode.QUOTA_EXCEEDED, Map.of("resource", "vcpu", "max", 0L, "used", 1L, "requested", 1L))
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 2, GUEST))
                .as(admin(ACME))
                .thenHappened("quota.limitsSet")
                .when(create(SMALL, "b"))
                .as(admin(GUEST))
                .thenHappened(
                        "instance.created",
                        "quota.charged",
                        "addressRange.leased",
                        "instance.scheduled",
                        "node.allocated");
    }

    @Test
    void aRowBeginsForAGuestButForNobodyElse() {
        given(A_GUEST)
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 4, GUEST))
                .as(admin(ACME))
                .answers(ID)
                .then(Given.quota(GUEST, POOL, new Quotas(4, 0, 0, 0)))
                .when(new SetQuota(ACME, POOL, ResourceKind.VCPU, 4, "nobody"))
                .as(operator())
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-tenant/nobody"));
    }

    @Test
    void theInstanceOfAGuestIsTheGuests() {
        Scenario.Answer answer = given(all(A_GUEST, List.of(Given.quota(GUEST, POOL, new Quotas(10, 20, 0, 100)))))
                .when(create(SMALL, "a"))
                .as(admin(GUEST));
        assertThat(answer.happened().getFirst())
                .isInstanceOfSatisfying(
                        InstanceCreated.class, it -> assertThat(it.tenantId()).isEqualTo(GUEST));
        assertThat(answer.happened().get(1))
                .isInstanceOfSatisfying(
                        QuotaCharged.class, it -> assertThat(it.tenantId()).isEqualTo(GUEST));
    }
}
