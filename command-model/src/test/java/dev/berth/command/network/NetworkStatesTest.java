package dev.berth.command.network;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.named;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.THERE;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.volume.VolumeStories.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.network.CreateNetwork;
import dev.berth.api.network.DeleteNetwork;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkDeleted;
import dev.berth.api.network.NetworkEvent.NetworkDeleting;
import dev.berth.api.network.NetworkEvent.NetworkErrored;
import dev.berth.api.network.NetworkEvent.NetworkReady;
import dev.berth.api.network.NetworkEvent.NetworkUsed;
import dev.berth.api.network.NetworkEvent.SubnetCreateBegun;
import dev.berth.api.network.NetworkEvent.SubnetDeleted;
import dev.berth.api.network.NetworkEvent.SubnetReady;
import dev.berth.api.network.NetworkObservation.Result;
import dev.berth.api.network.NetworkObservation.SubnetCreateBegins;
import dev.berth.api.network.NetworkObservation.SubnetMissing;
import dev.berth.api.network.NetworkObservation.SubnetStepEnded;
import dev.berth.api.network.NetworkOperation;
import dev.berth.api.network.NetworkState;
import dev.berth.api.network.SubnetSpec;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import dev.berth.command.TestDigest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every command and observation in every situation that a network can be in, and what a network may be. */
class NetworkStatesTest {
    private static final List<SubnetSpec> SUBNETS =
            List.of(new SubnetSpec(HERE, "10.20.0.0/20"), new SubnetSpec(THERE, "10.21.0.0/20"));
    private static final String ID = Ids.derived("net", ACME, "ann", "networks.create", "key-1");
    private static final List<DomainEvent> AN_ACCOUNT =
            all(Given.tenants(ACME, OTHER), Provided.account(ACCOUNT, ACME, "cloud"));
    private static final long FENCE = 10;

    enum Situation {
        PENDING(),
        PENDING_BEGUN(begun()),
        PENDING_HALF(begun(), ready(HERE)),
        READY(begun(), ready(HERE), ready(THERE), allReady()),
        READY_USED(begun(), ready(HERE), ready(THERE), allReady(), used()),
        ERROR_REFUSED(begun(), errored("limit")),
        ERROR_MISSING(begun(), ready(HERE), ready(THERE), allReady(), errored("missing")),
        DELETING(begun(), ready(HERE), ready(THERE), allReady(), deleting()),
        DELETING_HALF(begun(), ready(HERE), ready(THERE), allReady(), deleting(), gone(THERE)),
        DELETED(begun(), ready(HERE), ready(THERE), allReady(), deleting(), gone(HERE), gone(THERE), deleted());

        private final List<DomainEvent> story;

        @SafeVarargs
        Situation(List<DomainEvent>... story) {
            this.story = all(story);
        }

        Scenario given() {
            return Scenario.given(all(AN_ACCOUNT, created(), story));
        }
    }

    private static CreateNetwork create(String name, List<SubnetSpec> subnets, String key) {
        return new CreateNetwork(ACME, ACCOUNT, name, subnets, key);
    }

    private static List<DomainEvent> created() {
        return List.of(
                new NetworkCreated(
                        ID, ACME, "ann", ACCOUNT, "net", SUBNETS, TestDigest.of(create("net", SUBNETS, "key-1"))),
                named(ACME, "network", "net", ID));
    }

    private static List<DomainEvent> begun() {
        return List.of(new SubnetCreateBegun(ID, ACME, HERE, "net-here", 1));
    }

    private static List<DomainEvent> ready(String region) {
        return List.of(new SubnetReady(ID, ACME, region, "vpc-" + region, 1));
    }

    private static List<DomainEvent> allReady() {
        return List.of(new NetworkReady(ID, ACME));
    }

    private static List<DomainEvent> used() {
        return List.of(new NetworkUsed(ID, ACME, "pool_x"));
    }

    private static List<DomainEvent> errored(String reason) {
        return List.of(new NetworkErrored(ID, ACME, HERE, reason, "The provider says " + reason + ".", 1));
    }

    private static List<DomainEvent> deleting() {
        return List.of(new NetworkDeleting(ID, ACME, "ann"));
    }

    private static List<DomainEvent> gone(String region) {
        return List.of(new SubnetDeleted(ID, ACME, region, 2));
    }

    private static List<DomainEvent> deleted() {
        return List.of(new NetworkDeleted(ID, ACME));
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check("network-states.txt", Situation.class, Situation::given, acts(), NetworkStatesTest::state);
    }

    @Test
    void everyStateIsInTheTable() {
        assertThat(Arrays.stream(Situation.values())
                        .map(it -> it.given().see(Network.class, ID, network -> network.state))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(NetworkState.values());
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("create again", it -> it.when(create("net", SUBNETS, "key-1")).as(admin(ACME)));
        acts.put(
                "create otherwise",
                it -> it.when(create("other", SUBNETS, "key-1")).as(admin(ACME)));
        acts.put(
                "create of the same name",
                it -> it.when(create("net", SUBNETS, "key-2")).as(admin(ACME)));
        acts.put("delete", it -> it.when(new DeleteNetwork(ACME, ID)).as(admin(ACME)));
        acts.put(
                "create begins",
                it -> it.when(new SubnetCreateBegins(ID, HERE, "net-here", revision(it), FENCE))
                        .seen());
        acts.put("made", it -> ended(it, NetworkOperation.CREATE, new Result.Made("vpc-2"), FENCE, 0));
        acts.put("made by a known fence", it -> ended(it, NetworkOperation.CREATE, new Result.Made("vpc-2"), 0, 0));
        acts.put("create refused for now", it -> failed(it, NetworkOperation.CREATE, Certainty.PASSING));
        acts.put("create refused", it -> failed(it, NetworkOperation.CREATE, Certainty.REFUSED));
        acts.put("create without answer", it -> failed(it, NetworkOperation.CREATE, Certainty.UNKNOWN));
        acts.put("gone", it -> ended(it, NetworkOperation.DELETE, new Result.Gone(), FENCE, 0));
        acts.put(
                "gone by a step begun before",
                it -> ended(it, NetworkOperation.DELETE, new Result.Gone(), FENCE, wantedAgo(it)));
        acts.put("delete refused", it -> failed(it, NetworkOperation.DELETE, Certainty.REFUSED));
        acts.put(
                "missing",
                it -> it.when(new SubnetMissing(ID, HERE, revision(it))).seen());
        acts.put(
                "missing before",
                it -> it.when(new SubnetMissing(ID, HERE, revision(it) - 1)).seen());
        return acts;
    }

    private static long revision(Scenario it) {
        return it.see(Network.class, ID, network -> network.revision);
    }

    private static long wantedAgo(Scenario it) {
        return it.see(Network.class, ID, network -> network.revision - network.wantedSince + 1);
    }

    private static Scenario.Answer ended(Scenario it, NetworkOperation operation, Result result, long fence, long ago) {
        return it.when(new SubnetStepEnded(ID, HERE, operation, revision(it) - ago, fence, result))
                .seen();
    }

    private static Scenario.Answer failed(Scenario it, NetworkOperation operation, Certainty certainty) {
        return ended(it, operation, new Result.Failed(failure("limit", certainty)), FENCE, 0);
    }

    private static String state(Scenario it) {
        return it.see(
                        Network.class,
                        ID,
                        network -> network.state + ": "
                                + network.subnets.values().stream()
                                        .map(subnet -> subnet.state + " " + subnet.creation)
                                        .collect(Collectors.joining(", ")))
                .toLowerCase(Locale.ROOT);
    }

    @Test
    void aNetworkIsMadeOfSubnetsInRegionsOfAnAccountOfTheTenant() {
        Scenario scenario = given(AN_ACCOUNT);
        scenario.when(create("net", SUBNETS, "k"))
                .as(admin(ACME))
                .thenHappened("network.created", "name.claimed")
                .when(create("two", List.of(SUBNETS.getFirst(), SUBNETS.getFirst()), "k2"))
                .as(admin(ACME))
                .refusedFields("subnets[1].region", "subnets[1].cidr")
                .when(create("two", List.of(new SubnetSpec(HERE, "10.20.0.0")), "k2"))
                .as(admin(ACME))
                .refusedFields("subnets[0].cidr")
                .when(create("two", List.of(new SubnetSpec("nyc1", "10.20.0.0/20")), "k2"))
                .as(admin(ACME))
                .refusedFields("subnets[0].region")
                .when(create("two", List.of(new SubnetSpec(HERE, "8.20.0.0/20")), "k2"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_INPUT, Map.of("reason", "cidr"))
                .when(new CreateNetwork(OTHER, ACCOUNT, "two", SUBNETS, "k2"))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-account/" + ACCOUNT))
                .and(new AccountArchived(ACCOUNT, ACME))
                .when(create("two", SUBNETS, "k2"))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-account/" + ACCOUNT));
    }

    @Test
    void aFreedNetworkCanBeDeletedAndItsNameTakenAgain() {
        Situation.PENDING
                .given()
                .when(new DeleteNetwork(OTHER, ID))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-network/" + ID))
                .when(new DeleteNetwork(ACME, ID))
                .as(admin(ACME))
                .thenHappened(
                        "network.deleting",
                        "network.subnetDeleted",
                        "network.subnetDeleted",
                        "network.deleted",
                        "name.released")
                .when(create("net", SUBNETS, "k9"))
                .as(admin(ACME))
                .thenHappened("network.created", "name.claimed");
    }
}
