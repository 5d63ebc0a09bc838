package dev.berth.sagas.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.sagas.MissedEvent;
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

class VolumePlanTest {
    private static final String ID = "pvol_1";

    /** What happened so far, and then, column by column, what is to be done after one more event; in brackets what is asked again. */
    private static final String TABLE = """
        |                          begun   ready         failed  error    missing  resizing      resized  unresized  attaching      attached  lost          attachFailed  attachError     detaching      detached  snapshot  unsnapshot  duplicate  deleting  withMachine deleted
        | created                  create  .             create  (create) .        create        create   create     create         create    create        create        create          detach,create  create    create    create      create     delete    delete      .
        | created,begun            create  .             create  (create) .        create        create   create     create         create    create        create        create          detach,create  create    create    create      create     delete    delete      .
        | created,attaching        create  attach        create  (create) .        create        create   create     create         create    create        create        create          detach,create  create    create    create      create     .         .           .
        | created,error            (create) .            (create) (create) .       (create)      (create) (create)   (create)       (create)  (create)      (create)      (create)        detach         (create)  (create)  (create)    (create)   delete    delete      .
        | created,ready            .       .             .       (create) .        resize        .        .          attach         .         attach        .             (attach)        detach         .         .         .           .          delete    delete      .
        | created,ready,resizing   resize  resize        resize  (create) .        resize        .        .          resize,attach  resize    resize,attach resize        resize          detach,resize  resize    resize    resize      resize     delete    delete      .
        | created,ready,attaching  attach  attach        attach  (create) .        resize,attach attach   attach     attach         .         attach        attach        (attach)        detach         .         attach    attach      attach     .         .           .
        | created,ready,attached   .       .             .       (create) .        resize        .        .          attach         .         attach        .             (attach)        detach         .         .         .           .          .         .           .
        | created,ready,attachError (attach) (attach)    (attach) (create) .       resize        (attach) (attach)   attach         .         attach        (attach)      (attach)        detach         .         (attach)  (attach)    (attach)   .         .           .
        | created,ready,attached,detaching detach detach detach  detach   detach   detach,resize detach   detach     attach         .         attach        detach        (attach)        detach         .         detach    detach      detach     detach    detach      .
        | created,ready,attached,withMachine . .         .       .        .        .             .        .          .              .         .             .             .               detach         delete    .         .           .          .         .           .
        | created,ready,missing    .       .             .       (create) .        .             .        .          .              .         .             .             .               detach         .         .         .           .          delete    delete      .
        | created,ready,deleting delete delete delete delete delete delete delete delete . . . delete . detach delete delete delete delete delete delete .
        | created,begun,deleting delete delete delete delete delete delete delete delete . . . delete . detach delete delete delete delete delete delete .
        | created,ready,deleting,deleted . .             .       .        .        .             .        .          .              .         .             .             .               .              .         .         .           .          delete    delete      .
        """;

    private static VolumeEvent event(String name) {
        ProviderFailure failure = new ProviderFailure("Answered500", "The provider answered 500.", Certainty.PASSING);
        String t = "acme";
        String on = "inst_1";
        return switch (name) {
            case "created" ->
                new VolumeEvent.VolumeCreated(
                        ID,
                        t,
                        "ann",
                        "pool_1",
                        "quota_1",
                        null,
                        "data",
                        null,
                        "acct_1",
                        "nyc3",
                        VolumeKind.BLOCK,
                        null,
                        null,
                        null,
                        10,
                        false,
                        "data",
                        null,
                        "hmac");
            case "begun" -> new VolumeEvent.VolumeCreateBegun(ID, t, "data", 1);
            case "ready" -> new VolumeEvent.VolumeReady(ID, t, "uuid", 10, "/dev/data", null, 1);
            case "failed" -> new VolumeEvent.VolumeStepFailed(ID, t, VolumeOperation.CREATE, failure, 1);
            case "error" -> new VolumeEvent.VolumeErrored(ID, t, "name", "It is taken.", 1);
            case "missing" -> new VolumeEvent.VolumeErrored(ID, t, VolumePlan.MISSING, "It is gone.", 1);
            case "resizing" -> new VolumeEvent.VolumeResizing(ID, t, 10, 20);
            case "resized" -> new VolumeEvent.VolumeResized(ID, t, 10, 20, 1);
            case "unresized" -> new VolumeEvent.VolumeResizeRefused(ID, t, 20, 10, "quota", "Too much.", 1);
            case "attaching" -> new VolumeEvent.VolumeAttaching(ID, t, on);
            case "attached" -> new VolumeEvent.VolumeAttached(ID, t, on, null, 1);
            case "lost" -> new VolumeEvent.VolumeAttachmentLost(ID, t, on);
            case "attachFailed" ->
                new VolumeEvent.VolumeAttachmentStepFailed(ID, t, on, AttachmentOperation.ATTACH, failure, 1);
            case "attachError" -> new VolumeEvent.VolumeAttachmentErrored(ID, t, on, "limit", "Too many.", 1);
            case "detaching" -> new VolumeEvent.VolumeDetaching(ID, t, on);
            case "detached" -> new VolumeEvent.VolumeDetached(ID, t, on, 1);
            case "snapshot" -> new VolumeEvent.VolumeSnapshotAdded(ID, t, "psnap_1", "daily");
            case "unsnapshot" -> new VolumeEvent.VolumeSnapshotRemoved(ID, t, "psnap_1");
            case "duplicate" -> new VolumeEvent.VolumeDuplicateFound(ID, t, "a", "b", true);
            case "deleting" -> new VolumeEvent.VolumeDeleting(ID, t, "ann", null);
            case "withMachine" -> new VolumeEvent.VolumeDeleting(ID, t, "ann", on);
            case "deleted" -> new VolumeEvent.VolumeDeleted(ID, t, 1);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static List<VolumeEvent> story(String names) {
        return Arrays.stream(names.split(",")).map(VolumePlanTest::event).toList();
    }

    private static VolumePlan plan(List<VolumeEvent> events) {
        VolumePlan plan = null;
        for (VolumeEvent event : events) {
            plan = VolumePlan.after(plan, event, plan == null ? 1 : plan.revision() + 1);
        }
        return plan;
    }

    private static String shown(VolumePlan plan) {
        if (!plan.tasks().isEmpty()) {
            return words(plan.tasks());
        }
        return plan.retries().isEmpty() ? "." : "(" + words(plan.retries()) + ")";
    }

    private static String words(List<VolumeTask> tasks) {
        return tasks.stream().map(it -> it.kind().name().toLowerCase()).collect(Collectors.joining(","));
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
        Set<Class<?>> inTable = new HashSet<>(Set.of(VolumeEvent.VolumeCreated.class));
        lines().getFirst().forEach(column -> inTable.add(event(column).getClass()));
        assertThat(inTable).containsExactlyInAnyOrder(VolumeEvent.class.getPermittedSubclasses());
    }

    @Test
    void aMissedEventIsNoticed() {
        VolumePlan plan = plan(story("created"));
        assertThatThrownBy(() -> VolumePlan.after(plan, event("ready"), 3)).isInstanceOf(MissedEvent.class);
    }

    @Test
    void theSagaTellsTheQueueWhatChanged() {
        Told told = new Told();
        SagaTestFixture<VolumeSaga> fixture = new SagaTestFixture<>(VolumeSaga.class);
        fixture.registerResource(told);
        fixture.givenAggregate(ID)
                .published(story("created,begun,failed,begun,ready,snapshot,resizing")
                        .toArray())
                .whenAggregate(ID)
                .publishes(event("deleting"))
                .expectActiveSagas(1)
                .expectAssociationWith("volumeId", ID);
        assertThat(told.lines)
                .containsExactly(
                        "want volume create on acct_1 by 1",
                        "recheck by 5",
                        "want volume resize on acct_1 by 7",
                        "want volume delete on acct_1 by 8");
        fixture.whenAggregate(ID).publishes(event("deleted")).expectActiveSagas(0);
    }

    @Test
    void theStoredFormOfASagaStaysReadable() {
        String golden = """
            {"plan":{"volumeId":"pvol_1","revision":3,"accountId":"acct_1","shared":false,"making":"MADE","begun":false,\
            "providerVolumeId":"uuid","sizeGiB":10,"observedGiB":10,"life":"WANTED","withInstanceId":null,\
            "attachments":{"inst_1":{"wanted":true,"seen":"NOT_YET"}}}}\
            """;
        JsonMapper json = new JsonMapper();
        VolumeSaga saga = new VolumeSaga(plan(story("created,ready,attaching")));
        assertThat(json.readTree(json.writeValueAsString(saga))).isEqualTo(json.readTree(golden));
        assertThat(json.readValue(golden, VolumeSaga.class).plan()).isEqualTo(saga.plan());
    }
}
