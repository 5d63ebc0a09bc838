package dev.berth.command.address;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.RANGE;
import static dev.berth.command.Given.offered;
import static dev.berth.command.Given.pool;
import static dev.berth.command.Given.range;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.address.CreateAddressRange;
import dev.berth.api.address.DeleteAddressRange;
import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.AddressReleased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.address.RangeEvent.RangeDeleted;
import dev.berth.api.naming.NameEvent.NameReleased;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that can be asked of address ranges; their leases are asked for by instances. */
class RangeStatesTest {
    private static final List<DomainEvent> A_POOL = all(tenants(ACME, GUEST), pool(POOL, ACME));
    /** 10.0.0.10 to 10.0.0.12. */
    private static final List<DomainEvent> A_RANGE = all(A_POOL, range(RANGE, POOL, ACME, "10.0.0.10", "10.0.0.12"));

    private static final DomainEvent LEASED = new AddressLeased(RANGE, ACME, POOL, "inst_a", "10.0.0.10");
    private static final DomainEvent RELEASED = new AddressReleased(RANGE, ACME, POOL, "inst_a", "10.0.0.10");

    private static CreateAddressRange create(String cidr, String first, String last) {
        return new CreateAddressRange(ACME, POOL, cidr, first, last);
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/24,,, 10.1.0.1, 10.1.0.254",
        "10.1.0.0/24, 10.1.0.0, 10.1.0.255, 10.1.0.0, 10.1.0.255",
        "10.1.0.0/24, 10.1.0.7, 10.1.0.7, 10.1.0.7, 10.1.0.7",
        "10.1.0.0/24, 10.1.0.9,, 10.1.0.9, 10.1.0.254",
        "10.1.0.4/31,,, 10.1.0.4, 10.1.0.5",
        "10.1.0.4/32,,, 10.1.0.4, 10.1.0.4",
        "255.255.240.0/20,,, 255.255.240.1, 255.255.255.254",
    })
    void aRangeHasTheAddressesThatItWasGivenOrAllOfItsBlock(
            String cidr, String first, String last, String itsFirst, String itsLast) {
        String id = Scenario.newId("rng", 1);
        Scenario.Answer answer = given(A_POOL).when(create(cidr, first, last)).as(admin(ACME));
        answer.answers(id).thenHappened("addressRange.created", "name.claimed");
        assertThat(answer.happened().getFirst())
                .isEqualTo(new RangeCreated(id, ACME, POOL, "ann", cidr, itsFirst, itsLast));
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0,,, cidr",
        "10.1.0.0/33,,, cidr",
        "10.1.0.0/024,,, cidr",
        "10.1.0/24,,, cidr",
        "10.1.0.256/24,,, cidr",
        "10.1.0.01/32,,, cidr",
        "10.1.0.1/24,,, cidr",
        "10.0.0.0/11,,, cidr",
        "fe80::/64,,, cidr",
        "10.1.0.0/24, 10.2.0.1,, first",
        "10.1.0.0/24, nonsense,, first",
        "10.1.0.0/24,, 10.0.255.255, last",
        "10.1.0.0/24, 10.1.0.9, 10.1.0.8, last",
        "10.1.0.0/24, 10.1.0.255,, first",
    })
    void aRangeThatMakesNoSenseIsInvalid(String cidr, String first, String last, String field) {
        given(A_POOL).when(create(cidr, first, last)).as(admin(ACME)).refusedFields(field);
    }

    @Test
    void allBrokenFieldsAreNamed() {
        given(A_POOL)
                .when(create("10.1.0.0/24", "10.2.0.1", "x"))
                .as(admin(ACME))
                .refusedFields("first", "last");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/24,, , true",
        "10.0.0.0/24, 10.0.0.12, 10.0.0.20, true",
        "10.0.0.0/24, 10.0.0.1, 10.0.0.10, true",
        "10.0.0.0/24, 10.0.0.13, 10.0.0.20, false",
        "10.0.0.0/24, 10.0.0.1, 10.0.0.9, false",
        "10.0.1.0/24,, , false",
    })
    void rangesOfAPoolHaveNoAddressInCommon(String cidr, String first, String last, boolean overlaps) {
        Scenario.Answer answer = given(A_RANGE).when(create(cidr, first, last)).as(admin(ACME));
        if (overlaps) {
            answer.refused(ErrorCode.CONFLICT, Map.of("rangeId", RANGE));
        } else {
            answer.thenHappened("addressRange.created", "name.claimed");
        }
    }

    @Test
    void aDeletedRangeLeavesItsAddressesToOthers() {
        given(A_RANGE)
                .and(LEASED)
                .when(new DeleteAddressRange(ACME, RANGE))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"))
                .and(RELEASED)
                .when(new DeleteAddressRange(ACME, RANGE))
                .as(admin(ACME))
                .then(
                        new RangeDeleted(RANGE, ACME, POOL),
                        new NameReleased(Ids.derived("name", ACME, "addressRange", POOL), ACME, RANGE))
                .when(new DeleteAddressRange(ACME, RANGE))
                .as(admin(ACME))
                .unchanged()
                .when(create("10.0.0.0/24", null, null))
                .as(admin(ACME))
                .thenHappened("addressRange.created", "name.claimed");
    }

    @Test
    void guestsAndOthersAreKeptOut() {
        List<DomainEvent> events = all(A_RANGE, offered(POOL, ACME, GUEST, Quotas.NONE));
        given(events)
                .when(new CreateAddressRange(GUEST, POOL, "10.1.0.0/24", null, null))
                .as(admin(GUEST))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:nodes:create", "resource", "compute-tenant/" + GUEST))
                .when(new CreateAddressRange(OTHER, POOL, "10.1.0.0/24", null, null))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-pool/" + POOL))
                .when(new DeleteAddressRange(GUEST, RANGE))
                .as(admin(GUEST))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-address-range/" + RANGE));
    }

    @Test
    void theLowestFreeAddressIsLeasedFirstAndEachOnce() {
        Scenario scenario = given(A_RANGE);
        List<String> leased = new ArrayList<>();
        Optional<String> next = scenario.see(AddressRange.class, RANGE, AddressRange::free);
        while (next.isPresent()) {
            leased.add(next.get());
            scenario.and(new AddressLeased(RANGE, ACME, POOL, "inst_" + leased.size(), next.get()));
            next = scenario.see(AddressRange.class, RANGE, AddressRange::free);
        }
        assertThat(leased).containsExactly("10.0.0.10", "10.0.0.11", "10.0.0.12");
        scenario.and(new AddressReleased(RANGE, ACME, POOL, "inst_2", "10.0.0.11"));
        assertThat(scenario.see(AddressRange.class, RANGE, AddressRange::free)).contains("10.0.0.11");
        scenario.and(
                new AddressReleased(RANGE, ACME, POOL, "inst_1", "10.0.0.10"),
                new AddressReleased(RANGE, ACME, POOL, "inst_3", "10.0.0.12"),
                new RangeDeleted(RANGE, ACME, POOL));
        assertThat(scenario.see(AddressRange.class, RANGE, AddressRange::free)).isEmpty();
    }
}
