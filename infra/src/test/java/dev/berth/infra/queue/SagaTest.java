package dev.berth.infra.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceState;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceReader;
import dev.berth.sagas.instance.InstanceSaga;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How sagas are stored, fail, and are built again. */
class SagaTest {
    @TempDir
    private static Path directory;

    private static HostDoor door;
    private World world;
    private SagaRows sagas;

    @BeforeAll
    static void hosts() {
        door = new HostDoor(directory);
    }

    @AfterAll
    static void noHosts() {
        door.close();
    }

    @BeforeEach
    void world() {
        world = new World(door);
        sagas = new SagaRows(world.database.jdbc, world.database.json);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private InstancePlan stored(String id) {
        InstanceSaga saga = (InstanceSaga) world.database.transactions.execute(
                status -> sagas.lock(InstanceSaga.class, List.of(id)).get(id));
        return saga == null ? null : saga.plan();
    }

    private InstancePlan truth(String id) {
        return new EventStoreInstances(world.events).load(id).orElseThrow().plan();
    }

    @Test
    void theStoredFormOfASagaStaysReadable() {
        String golden = """
            {"plan":{"instanceId":"inst_1","revision":3,"desired":"running","nodeId":"node_1",\
            "machine":"RUNNING","halt":"NONE"}}\
            """;
        InstanceSaga saga = new InstanceSaga(new InstancePlan(
                "inst_1", 3, DesiredState.RUNNING, "node_1", InstancePlan.Machine.RUNNING, InstancePlan.Halt.NONE));
        assertThat(world.database.json.readTree(world.database.json.writeValueAsString(saga)))
                .isEqualTo(world.database.json.readTree(golden));
        assertThat(world.database.json.readValue(golden, InstanceSaga.class).plan())
                .isEqualTo(saga.plan());
    }

    @Test
    void aSagaIsAsFarAsItsStream() {
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        World.eventually("it has seen all", () -> truth(id).equals(stored(id)));
        assertThat(sagas.seen(id)).hasValue(3);
    }

    @Test
    void eventsFromBeforeTheFirstStartAreSeen() {
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.start();
        world.eventually(id, InstanceState.RUNNING);
    }

    @Test
    void aSagaThatMissesSomethingIsParkedAndBuiltAgainWhileOthersGoOn() {
        world.start();
        String hurt = world.create("inst_hurt", DesiredState.RUNNING);
        world.eventually(hurt, InstanceState.RUNNING);
        World.eventually("it has seen all", () -> truth(hurt).equals(stored(hurt)));
        world.quiet();
        world.database.jdbc.update(
                "update resource_saga set revision = 1, state = jsonb_set(state, '{plan,revision}', '1') where"
                        + " resource_id = ?",
                hurt);
        world.tell(hurt, new InstanceStopping(hurt, "acme"));
        String well = world.create("inst_well", DesiredState.RUNNING);
        world.eventually(well, InstanceState.RUNNING);
        world.eventually(hurt, InstanceState.STOPPED);
        World.eventually("it is whole again", () -> truth(hurt).equals(stored(hurt)) && sagas.parkedCount() == 0);
        world.quiet();
    }

    @Test
    void anEventThatCannotBeReadParksItsOwnInstanceOnly() {
        for (int i = 0; i < 20; i++) {
            world.admit("inst_" + i, DesiredState.RUNNING, "10.0.0.1");
        }
        String payload =
                "select payload from domain_event_entry where aggregate_identifier = 'inst_7' and sequence_number = 1";
        String damage =
                "update domain_event_entry set payload = ? where aggregate_identifier = 'inst_7' and sequence_number ="
                        + " 1";
        String whole = world.database.jdbc.queryForObject(payload, String.class);
        world.database.jdbc.update(damage, "{\"nodeId\": [");
        world.ids.remove("inst_7");
        world.start();
        for (int i = 0; i < 20; i++) {
            if (i != 7) {
                world.eventually("inst_" + i, InstanceState.RUNNING);
            }
        }
        World.eventually("it is tried again", () -> sagas.parked(10).stream().anyMatch(it -> it.retries() > 0));
        assertThat(sagas.parked(10))
                .singleElement()
                .satisfies(it -> assertThat(it.resourceId()).isEqualTo("inst_7"));

        world.database.jdbc.update(damage, whole);
        sagas.hurry("inst_7");
        world.eventually("inst_7", InstanceState.RUNNING);
        World.eventually("nothing is parked", () -> sagas.parkedCount() == 0);
    }

    @Test
    void aSagaThatIsGoneIsBuiltAgain() {
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        World.eventually("it has seen all", () -> truth(id).equals(stored(id)));
        world.quiet();
        world.database.jdbc.update("delete from resource_saga");
        world.tell(id, new InstanceDeleting(id, "acme", "ann"));
        world.eventually(id, InstanceState.DELETED);
        World.eventually("nothing is parked", () -> sagas.parkedCount() == 0 && stored(id) == null);
    }

    @Test
    void whatCannotBeBuiltStaysParkedWithItsErrorAndIsTriedAgain() {
        String id = world.create("inst_1", DesiredState.RUNNING);
        boolean[] broken = {true};
        InstanceReader reader = wanted -> {
            if (broken[0]) {
                throw new IllegalStateException("The stream can't be read");
            }
            return new EventStoreInstances(world.events).load(wanted);
        };
        TreeMap<String, Throwable> causes = new TreeMap<>(Map.of(id, new IllegalStateException("It threw")));
        sagas.park(InstanceSaga.class, causes);
        StepRows rows = new StepRows(world.database.jdbc);
        SagaRepairs repairs = new SagaRepairs(
                sagas,
                reader,
                new PostgresStepQueue(world.database.jdbc, world.database.json, new Wakeups()),
                world.database.transactions);

        assertThat(repairs.retryDue()).isZero();
        assertThat(sagas.parked(10)).singleElement().satisfies(parked -> {
            assertThat(parked.resourceId()).isEqualTo(id);
            assertThat(parked.type()).isEqualTo("saga.instance");
            assertThat(parked.error()).contains("The stream can't be read");
            assertThat(parked.retries()).isEqualTo(1);
        });
        assertThat(rows.depth()).isZero();

        broken[0] = false;
        assertThat(repairs.retryDue()).isZero();
        sagas.hurry(id);
        assertThat(repairs.retryDue()).isEqualTo(1);
        assertThat(sagas.parkedCount()).isZero();
        assertThat(stored(id)).isEqualTo(truth(id));
        assertThat(rows.present(List.of(id))).containsExactly(id);
    }

    @Test
    void anotherShapeOfSagaIsAsGoodAsNone() {
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        World.eventually("it has seen all", () -> truth(id).equals(stored(id)));
        world.database.jdbc.update("update resource_saga set type_revision = '0', state = '{\"old\": true}'");
        world.tell(id, new InstanceStopping(id, "acme"));
        world.eventually(id, InstanceState.STOPPED);
        World.eventually("it is of today's shape", () -> truth(id).equals(stored(id)));
    }

    @Test
    void aStepThatWasLostIsPutBackAndCounted() {
        world.start(new RunnerHooksOnce());
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        assertThat(world.rearmed()).isEqualTo(1);
    }

    /** Loses the first step, as only a mistake of ours could. */
    private final class RunnerHooksOnce implements RunnerHooks {
        private boolean lost;

        @Override
        public synchronized void at(Moment moment, StepRow row) {
            if (moment == Moment.TAKEN && !lost) {
                lost = true;
                world.database.jdbc.update("delete from step_queue where resource_id = ?", row.resourceId());
                throw new IllegalStateException("The step was lost");
            }
        }
    }

    @Test
    void resyncBuildsASagaFromItsStream() {
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        world.database.jdbc.update("delete from resource_saga");
        world.reconciler.repairs().resync(id);
        assertThat(stored(id)).isEqualTo(truth(id));
        Optional<InstanceFacts> nobody = new EventStoreInstances(world.events).load("inst_nobody");
        assertThat(nobody).isEmpty();
    }
}
