package dev.berth.sagas.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.Operation;
import dev.berth.sagas.MissedEvent;
import dev.berth.sagas.Step;
import dev.berth.sagas.node.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class InstancePlanTest {
    /** What happened so far, and then, column by column, the step that is next after one more event. */
    private static final String TABLE = """
        |                                                       scheduled unschedulable starting  recreating rescheduling stopping  running stopped resized   failed    unanswered error   no-machine lost    host-gone deleting deleted
        | created                                               provision .             .         .          .            .         .       .       .         .         .          .       .          .       .         destroy  .
        | created scheduled                                     provision provision     provision provision  .            provision .       start   provision provision provision  .       .          .       .         destroy  .
        | created-stopped scheduled                             provision provision     provision provision  .            provision stop    .       provision provision provision  .       .          .       .         destroy  .
        | created scheduled running                             provision .             start     provision  .            stop      .       start   .         .         .          .       .          .       .         destroy  .
        | created scheduled running stopping                    provision stop          start     provision  .            stop      stop    .       stop      stop      stop       .       .          .       .         destroy  .
        | created scheduled running stopping stopped            provision .             start     provision  .            stop      stop    .       .         .         .          .       .          .       .         destroy  .
        | created-stopped scheduled stopped starting            provision start         start     provision  .            stop      .       start   start     start     start      .       .          .       .         destroy  .
        | created scheduled error                               provision .             provision provision  .            .         .       start   .         .         .          .       .          .       .         destroy  .
        | created-stopped scheduled stopped starting error      provision .             start     provision  .            .         .       start   .         .         .          .       .          .       .         destroy  .
        | created-stopped scheduled stopped starting no-machine provision .             provision provision  .            .         .       start   .         .         .          .       .          .       .         destroy  .
        | created scheduled lost                                provision .             provision provision  .            .         .       start   .         .         .          .       .          .       .         destroy  .
        | created scheduled running lost                        provision .             start     provision  .            .         .       start   .         .         .          .       .          .       .         destroy  .
        | created scheduled running host-gone                   provision .             .         .          .            .         .       .       .         .         .          .       .          .       .         destroy  .
        | created scheduled deleting                            destroy   destroy       destroy   destroy    destroy      destroy   destroy destroy destroy   destroy   destroy    destroy destroy    destroy destroy   destroy  .
        | created scheduled running deleting                    destroy   destroy       destroy   destroy    destroy      destroy   destroy destroy destroy   destroy   destroy    destroy destroy    destroy destroy   destroy  .
        | created deleting                                      destroy   destroy       destroy   destroy    destroy      destroy   destroy destroy destroy   destroy   destroy    destroy destroy    destroy destroy   destroy  .
        | created scheduled running deleting deleted            .         .             .         .          .            .         .       .       .         .         .          .       .          .       .         .        .
        """;

    private record Row(String story, List<String> expected) {}

    private static List<String> columns() {
        return words(lines().getFirst());
    }

    private static List<Row> rows() {
        int columns = columns().size();
        return lines().stream()
                .skip(1)
                .map(InstancePlanTest::words)
                .map(words -> new Row(
                        String.join(" ", words.subList(0, words.size() - columns)),
                        words.subList(words.size() - columns, words.size())))
                .toList();
    }

    private static List<String> lines() {
        return TABLE.lines().map(line -> line.substring(1)).toList();
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.strip().split("\\s+"));
    }

    private static InstancePlan plan(List<InstanceEvent> events) {
        InstancePlan plan = null;
        for (InstanceEvent event : events) {
            plan = InstancePlan.after(plan, event, plan == null ? 1 : plan.revision() + 1);
        }
        return plan;
    }

    private static String next(InstancePlan plan) {
        return plan.step().map(Step::operation).orElse(".");
    }

    @TestFactory
    Stream<DynamicTest> everyStateMeetsEveryEvent() {
        List<String> columns = columns();
        return rows().stream()
                .flatMap(row -> Stream.iterate(0, i -> i < columns.size(), i -> i + 1)
                        .map(i -> DynamicTest.dynamicTest(row.story() + " + " + columns.get(i), () -> {
                            List<InstanceEvent> events = new ArrayList<>(Events.story(row.story()));
                            events.add(Events.named(columns.get(i)));
                            assertThat(next(plan(events)))
                                    .isEqualTo(row.expected().get(i));
                        })));
    }

    @Test
    void theTableHasEveryEventOfTheVocabulary() {
        Set<Class<?>> inTable = new HashSet<>();
        columns().forEach(column -> inTable.add(Events.named(column).getClass()));
        inTable.add(InstanceEvent.InstanceCreated.class);
        ProviderPlanTest.columns()
                .forEach(column -> inTable.add(Events.named(column).getClass()));
        inTable.add(InstanceEvent.InstanceAssigned.class);
        assertThat(inTable).containsExactlyInAnyOrder(InstanceEvent.class.getPermittedSubclasses());
    }

    @Test
    void theTableHasEveryStateOfThePlan() {
        Set<String> inTable = new HashSet<>();
        rows().forEach(row -> {
            InstancePlan plan = plan(Events.story(row.story()));
            inTable.add("machine " + plan.machine());
            inTable.add("halt " + plan.halt());
            inTable.add("desired " + plan.desired());
            inTable.add("placed " + (plan.nodeId() != null));
        });
        Set<String> all = new HashSet<>(Set.of("placed true", "placed false"));
        Stream.of(InstancePlan.Machine.values())
                .filter(it -> it != InstancePlan.Machine.MAKING)
                .forEach(it -> all.add("machine " + it));
        Stream.of(InstancePlan.Halt.values()).forEach(it -> all.add("halt " + it));
        Stream.of(DesiredState.values()).forEach(it -> all.add("desired " + it));
        assertThat(inTable).isEqualTo(all);
    }

    @Test
    void aStepNamesItsHostAndTheRevisionThatWantsIt() {
        assertThat(plan(Events.story("created scheduled")).step())
                .contains(new Step(Events.ID, "instance", Events.NODE, "provision", 2));
    }

    @Test
    void toDestroyWithoutAHostAsksNobody() {
        assertThat(plan(Events.story("created deleting")).step())
                .contains(new Step(Events.ID, "instance", null, "destroy", 2));
        assertThat(plan(Events.story("created scheduled running host-gone deleting"))
                        .step())
                .contains(new Step(Events.ID, "instance", null, "destroy", 5));
    }

    @Test
    void aGapIsNoticed() {
        InstancePlan plan = plan(Events.story("created scheduled"));
        assertThatThrownBy(() -> InstancePlan.after(plan, Events.named("running"), 4))
                .isInstanceOf(MissedEvent.class);
        assertThatThrownBy(() -> InstancePlan.after(null, Events.named("running"), 3))
                .isInstanceOf(MissedEvent.class);
    }

    @Test
    void theFactsHaveTheSizeAsItNowIs() {
        InstanceFacts facts = InstanceFacts.of(
                        Events.story("created scheduled running stopping stopped resized starting"))
                .orElseThrow();
        assertThat(facts.shape()).isEqualTo(new Shape(4, 8, 40, 0));
        assertThat(facts.plan().next()).contains(Operation.START);
        assertThat(facts.plan().revision()).isEqualTo(7);
        assertThat(facts.fence()).isEqualTo(1);
        assertThat(facts.machineSpec("#cloud-config").running()).isTrue();
        assertThat(facts.machineSpec("#cloud-config").addresses()).containsExactly("10.0.0.7");
        assertThat(InstanceFacts.of(List.of())).isEmpty();
    }
}
