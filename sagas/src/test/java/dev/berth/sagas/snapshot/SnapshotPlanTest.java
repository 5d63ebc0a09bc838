package dev.berth.sagas.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.api.volume.VolumeKind;
import dev.berth.sagas.Step;
import dev.berth.sagas.Told;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.axonframework.test.saga.SagaTestFixture;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

class SnapshotPlanTest {
    private static final String ID = "psnap_1";

    /** What happened so far, and then, column by column, what is to be done after one more event. */
    private static final String TABLE = """
        |                        begun   ready   sizeSeen failed  error   missing restored duplicate deleting deleted
        | created                create  .       create   create  .       .       create   create    delete   .
        | created,begun          create  .       create   create  .       .       create   create    delete   .
        | created,ready          .       .       .        .       .       .       .        .         delete   .
        | created,error          .       .       .        .       .       .       .        .         delete   .
        | created,ready,missing  .       .       .        .       .       .       .        .         delete   .
        | created,ready,deleting delete  delete  delete   delete  .       .       delete   delete    delete   .
        | created,begun,deleting delete  delete  delete   delete  .       .       delete   delete    delete   .
        """;

    private static SnapshotEvent event(String name) {
        ProviderFailure failure = new ProviderFailure("Answered500", "The provider answered 500.", Certainty.PASSING);
        return switch (name) {
            case "created" ->
                new SnapshotEvent.SnapshotCreated(
                        ID,
                        "acme",
                        "ann",
                        "pool_1",
                        null,
                        "pvol_1",
                        "daily",
                        "daily-1",
                        "acct_1",
                        "nyc3",
                        VolumeKind.BLOCK,
                        null,
                        "hmac");
            case "begun" -> new SnapshotEvent.SnapshotCreateBegun(ID, "acme", "daily-1", 1);
            case "ready" -> new SnapshotEvent.SnapshotReady(ID, "acme", "uuid", 3, 10, 1);
            case "sizeSeen" -> new SnapshotEvent.SnapshotSizeSeen(ID, "acme", 4);
            case "failed" -> new SnapshotEvent.SnapshotStepFailed(ID, "acme", SnapshotOperation.CREATE, failure, 1);
            case "error" -> new SnapshotEvent.SnapshotErrored(ID, "acme", "name", "It is taken.", 1);
            case "missing" -> new SnapshotEvent.SnapshotErrored(ID, "acme", SnapshotPlan.MISSING, "It is gone.", 1);
            case "restored" -> new SnapshotEvent.SnapshotRestored(ID, "acme", "pvol_2");
            case "duplicate" -> new SnapshotEvent.SnapshotDuplicateFound(ID, "acme", "a", "b", true);
            case "deleting" -> new SnapshotEvent.SnapshotDeleting(ID, "acme", "ann");
            case "deleted" -> new SnapshotEvent.SnapshotDeleted(ID, "acme", 1);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static List<SnapshotEvent> story(String names) {
        return Arrays.stream(names.split(",")).map(SnapshotPlanTest::event).toList();
    }

    private static SnapshotPlan plan(List<SnapshotEvent> events) {
        SnapshotPlan plan = null;
        for (SnapshotEvent event : events) {
            plan = SnapshotPlan.after(plan, event, plan == null ? 1 : plan.revision() + 1);
        }
        return plan;
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
                            SnapshotPlan plan = plan(story(row.getFirst() + "," + columns.get(i)));
                            assertThat(plan.step().map(Step::operation).orElse("."))
                                    .isEqualTo(row.get(i + 1));
                        })));
    }

    @Test
    void theTableHasEveryEventOfTheVocabulary() {
        Set<Class<?>> inTable = new HashSet<>(Set.of(SnapshotEvent.SnapshotCreated.class));
        lines().getFirst().forEach(column -> inTable.add(event(column).getClass()));
        assertThat(inTable).containsExactlyInAnyOrder(SnapshotEvent.class.getPermittedSubclasses());
    }

    @Test
    void theSagaTellsTheQueueWhatChanged() {
        Told told = new Told();
        SagaTestFixture<SnapshotSaga> fixture = new SagaTestFixture<>(SnapshotSaga.class);
        fixture.registerResource(told);
        fixture.givenAggregate(ID)
                .published(story("created,begun,failed,ready,restored,deleting").toArray())
                .whenAggregate(ID)
                .publishes(event("deleted"))
                .expectActiveSagas(0);
        assertThat(told.lines)
                .containsExactly(
                        "want snapshot create on acct_1 by 1",
                        "recheck by 4",
                        "want snapshot delete on acct_1 by 6",
                        "recheck by 7");
    }

    @Test
    void theStoredFormOfASagaStaysReadable() {
        String golden = """
            {"plan":{"snapshotId":"psnap_1","revision":2,"accountId":"acct_1","volumeId":"pvol_1","region":"nyc3",\
            "shared":false,"state":"MADE","begun":false,"providerSnapshotId":"uuid","sizeGiB":3}}\
            """;
        JsonMapper json = new JsonMapper();
        SnapshotSaga saga = new SnapshotSaga(plan(story("created,ready")));
        assertThat(json.readTree(json.writeValueAsString(saga))).isEqualTo(json.readTree(golden));
        assertThat(json.readValue(golden, SnapshotSaga.class).plan()).isEqualTo(saga.plan());
    }
}
