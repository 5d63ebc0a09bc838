package dev.berth.sagas.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.network.NetworkOperation;
import dev.berth.api.network.SubnetSpec;
import dev.berth.sagas.Told;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.test.saga.SagaTestFixture;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

class NetworkPlanTest {
    private static final String ID = "net_1";

    /** What happened so far, and then, column by column, what is to be done in which region; in brackets what is asked again. */
    private static final String TABLE = """
        |                           begun           readyA   readyB   failed          errorA   missingA ready used            freed           deleting        goneA    deleted
        | created                   create:a,create:b create:b create:a create:a,create:b create:b create:b create:a,create:b create:a,create:b create:a,create:b delete:a,delete:b create:b .
        | created,readyA            create:b        create:b .        create:b        create:b create:b create:b create:b     create:b        delete:a,delete:b create:b .
        | created,readyA,readyB     .               .        .        .               (create:a) .     .     .               .               delete:a,delete:b . .
        | created,readyB,errorA     (create:a)      .        (create:a) (create:a)    (create:a) .     (create:a) (create:a) (create:a)      delete:a,delete:b . .
        | created,readyA,readyB,missingA . .        .        .               (create:a) .     .     .               .               delete:a,delete:b . .
        | created,readyA,deleting   delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:a,delete:b delete:b .
        """;

    private static NetworkEvent event(String name) {
        ProviderFailure failure = new ProviderFailure("Answered500", "The provider answered 500.", Certainty.PASSING);
        String t = "acme";
        return switch (name) {
            case "created" ->
                new NetworkEvent.NetworkCreated(
                        ID,
                        t,
                        "ann",
                        "acct_1",
                        "main",
                        List.of(new SubnetSpec("a", "10.1.0.0/24"), new SubnetSpec("b", "10.2.0.0/24")),
                        "hmac");
            case "begun" -> new NetworkEvent.SubnetCreateBegun(ID, t, "a", "main-a", 1);
            case "readyA" -> new NetworkEvent.SubnetReady(ID, t, "a", "uuid-a", 1);
            case "readyB" -> new NetworkEvent.SubnetReady(ID, t, "b", "uuid-b", 1);
            case "failed" -> new NetworkEvent.SubnetStepFailed(ID, t, "a", NetworkOperation.CREATE, failure, 1);
            case "errorA" -> new NetworkEvent.NetworkErrored(ID, t, "a", "cidr", "It overlaps.", 1);
            case "missingA" -> new NetworkEvent.NetworkErrored(ID, t, "a", NetworkPlan.MISSING, "It is gone.", 1);
            case "ready" -> new NetworkEvent.NetworkReady(ID, t);
            case "used" -> new NetworkEvent.NetworkUsed(ID, t, "pool_1");
            case "freed" -> new NetworkEvent.NetworkFreed(ID, t, "pool_1");
            case "deleting" -> new NetworkEvent.NetworkDeleting(ID, t, "ann");
            case "goneA" -> new NetworkEvent.SubnetDeleted(ID, t, "a", 1);
            case "deleted" -> new NetworkEvent.NetworkDeleted(ID, t);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static List<NetworkEvent> story(String names) {
        return Arrays.stream(names.split(",")).map(NetworkPlanTest::event).toList();
    }

    private static NetworkPlan plan(List<NetworkEvent> events) {
        NetworkPlan plan = null;
        for (NetworkEvent event : events) {
            plan = NetworkPlan.after(plan, event, plan == null ? 1 : plan.revision() + 1);
        }
        return plan;
    }

    private static String shown(NetworkPlan plan) {
        if (!plan.tasks().isEmpty()) {
            return words(plan.tasks());
        }
        return plan.retries().isEmpty() ? "." : "(" + words(plan.retries()) + ")";
    }

    private static String words(List<NetworkPlan.Task> tasks) {
        return tasks.stream()
                .map(it -> it.operation().name().toLowerCase() + ":" + it.region())
                .collect(Collectors.joining(","));
    }

    private static List<List<String>> lines() {
        return TABLE.lines()
                .map(line -> Arrays.asList(line.substring(1).strip().split("\\s+")))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> everyStateMeetsEveryEvent() {
        List<String> columns = lines().getFirst();
        return lines().stream()
                .skip(1)
                .flatMap(row -> Stream.iterate(0, i -> i < columns.size(), i -> i + 1)
                        .map(i -> DynamicTest.dynamicTest(row.getFirst() + " + " + columns.get(i), () -> {
                            String names = row.getFirst() + "," + columns.get(i);
                            assertThat(shown(plan(story(names)))).isEqualTo(row.get(i + 1));
                        })));
    }

    @Test
    void theTableHasEveryEventOfTheVocabulary() {
        Set<Class<?>> inTable = new HashSet<>(Set.of(NetworkEvent.NetworkCreated.class));
        lines().getFirst().forEach(column -> inTable.add(event(column).getClass()));
        assertThat(inTable).containsExactlyInAnyOrder(NetworkEvent.class.getPermittedSubclasses());
    }

    @Test
    void theSagaTellsTheQueueWhatChanged() {
        Told told = new Told();
        SagaTestFixture<NetworkSaga> fixture = new SagaTestFixture<>(NetworkSaga.class);
        fixture.registerResource(told);
        fixture.givenAggregate(ID)
                .published(story("created,begun,failed,readyA,used,readyB,ready,freed,deleting,goneA")
                        .toArray())
                .whenAggregate(ID)
                .publishes(event("deleted"))
                .expectActiveSagas(0);
        assertThat(told.lines)
                .containsExactly(
                        "want network create on acct_1 by 1",
                        "want network create on acct_1 by 4",
                        "recheck by 6",
                        "want network delete on acct_1 by 9",
                        "want network delete on acct_1 by 10",
                        "recheck by 11");
    }

    @Test
    void theStoredFormOfASagaStaysReadable() {
        String golden = """
            {"plan":{"networkId":"net_1","revision":2,"accountId":"acct_1","life":"WANTED","subnets":{\
            "a":{"making":"MADE","begun":false,"providerId":"uuid-a"},\
            "b":{"making":"NOT_MADE","begun":false,"providerId":null}}}}\
            """;
        JsonMapper json = new JsonMapper();
        NetworkSaga saga = new NetworkSaga(plan(story("created,readyA")));
        assertThat(json.readTree(json.writeValueAsString(saga))).isEqualTo(json.readTree(golden));
        assertThat(json.readValue(golden, NetworkSaga.class).plan()).isEqualTo(saga.plan());
    }
}
