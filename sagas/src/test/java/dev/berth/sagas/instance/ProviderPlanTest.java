package dev.berth.sagas.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.sagas.Step;
import dev.berth.sagas.Told;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.axonframework.test.saga.SagaTestFixture;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

/** Instances whose machine a provider makes. */
class ProviderPlanTest {
    /** What happened so far, and then, column by column, the step that is next after one more event. */
    private static final String TABLE = """
        |                                        begun     taken     addressed duplicate linked    unlinked  doomed    starting  rescheduling stopping  running stopped failed    error no-machine lost deleting deleted
        | created,assigned                       provision provision provision provision provision provision provision provision provision    provision .       start   provision .     .          .    destroy  .
        | created,assigned,begun                 provision provision provision provision provision provision provision provision provision    provision .       start   provision .     .          .    destroy  .
        | created,assigned,taken                 provision provision provision provision provision provision provision provision provision    provision .       start   provision .     .          .    destroy  .
        | created-stopped,assigned,taken         provision provision provision provision provision provision provision provision provision    provision stop    .       provision .     .          .    destroy  .
        | created,assigned,taken,running         .         .         .         .         .         .         .         start     provision    stop      .       start   .         .     .          .    destroy  .
        | created,assigned,taken,running,stopping stop     stop      stop      stop      stop      stop      stop      start     provision    stop      stop    .       stop      .     .          .    destroy  .
        | created,assigned,taken,running,lost    .         .         .         .         .         .         .         start     provision    .         .       start   .         .     .          .    destroy  .
        | created,assigned,taken,running,no-machine .      .         .         .         .         .         .         provision provision    .         .       start   .         .     .          .    destroy  .
        | created,assigned,error                 .         .         .         .         .         .         .         provision provision    .         .       start   .         .     .          .    destroy  .
        | created,assigned,taken,running,deleting destroy  destroy   destroy   destroy   destroy   destroy   destroy   destroy   destroy      destroy   destroy destroy destroy   destroy destroy  destroy destroy .
        | created,assigned,taken,running,deleting,deleted . .        .         .         .         .         .         .         .            .         .       .       .         .     .          .    .        .
        """;

    static List<String> columns() {
        return lines().getFirst();
    }

    private static List<List<String>> lines() {
        return TABLE.lines()
                .map(line -> Arrays.asList(line.substring(1).strip().split("\\s+")))
                .toList();
    }

    private static List<InstanceEvent> story(String names) {
        return Events.story(names.replace(',', ' '));
    }

    private static InstancePlan plan(List<InstanceEvent> events) {
        InstancePlan plan = null;
        for (InstanceEvent event : events) {
            plan = InstancePlan.after(plan, event, plan == null ? 1 : plan.revision() + 1);
        }
        return plan;
    }

    @TestFactory
    Stream<DynamicTest> everyStateMeetsEveryEvent() {
        return lines().stream()
                .skip(1)
                .flatMap(row -> Stream.iterate(0, i -> i < columns().size(), i -> i + 1)
                        .map(i -> DynamicTest.dynamicTest(
                                row.getFirst() + " + " + columns().get(i), () -> {
                                    List<InstanceEvent> events = new ArrayList<>(story(row.getFirst()));
                                    events.add(Events.named(columns().get(i)));
                                    assertThat(plan(events)
                                                    .step()
                                                    .map(Step::operation)
                                                    .orElse("."))
                                            .isEqualTo(row.get(i + 1));
                                })));
    }

    @Test
    void aStepNamesItsAccount() {
        assertThat(plan(story("created,assigned")).step())
                .contains(new Step(Events.ID, InstancePlan.PROVIDER_KIND, "acct_1", "provision", 2));
    }

    @Test
    void theSagaTellsTheQueueOnlyWhatChangesTheNextStep() {
        Told told = new Told();
        SagaTestFixture<InstanceSaga> fixture = new SagaTestFixture<>(InstanceSaga.class);
        fixture.registerResource(told);
        fixture.givenAggregate(Events.ID)
                .published(story("created,assigned,linked,begun,taken,addressed,running,duplicate,deleting")
                        .toArray())
                .whenAggregate(Events.ID)
                .publishes(Events.named("doomed"))
                .expectActiveSagas(1);
        assertThat(told.lines)
                .containsExactly("want machine provision on acct_1 by 2", "want machine destroy on acct_1 by 9");
    }

    @Test
    void whatIsMadeAnewIsNotTheMachineThatItHad() {
        ProviderSide side = InstanceFacts.of(story("created,assigned,begun,taken,running,lost,rescheduling,begun"))
                .orElseThrow()
                .atProvider();
        assertThat(side.machineId()).isNull();
        assertThat(side.formerMachineId()).isEqualTo("4711");
        assertThat(side.begun()).isTrue();
    }

    @Test
    void theFactsHaveTheVolumes() {
        InstanceFacts facts = InstanceFacts.of(story("created,assigned,linked,taken,running,deleting,doomed"))
                .orElseThrow();
        assertThat(facts.atProvider().volumes()).isEqualTo(Set.of("pvol_1"));
        assertThat(facts.atProvider().doomed()).isEqualTo(Map.of("pvol_1", "uuid"));
        assertThat(facts.machineWish(null, "#cloud-config").toString()).doesNotContain("cloud-config");
    }

    @Test
    void theStoredFormOfASagaStaysReadable() {
        String golden = """
            {"plan":{"instanceId":"inst_1","revision":4,"desired":"running","nodeId":null,"machine":"RUNNING",\
            "halt":"NONE","accountId":"acct_1","machineId":"4711"}}\
            """;
        JsonMapper json = new JsonMapper();
        InstanceSaga saga = new InstanceSaga(plan(story("created,assigned,taken,running")));
        assertThat(json.readTree(json.writeValueAsString(saga))).isEqualTo(json.readTree(golden));
        assertThat(json.readValue(golden, InstanceSaga.class).plan()).isEqualTo(saga.plan());
    }
}
