package dev.berth.infra.queue;

import dev.berth.infra.provider.CreateProtocol;
import dev.berth.sagas.instance.InstanceReader;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.provider.Providers;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reconciliation of one process, put together: sagas, queue, runner and periodic pass, started and stopped as one.
 *
 * <p>Owns: their order: the runner and the pass stop before the sagas do, and all before the database.<br>
 * Does not own: the database, the event store, the hosts.
 */
public final class Reconciler implements AutoCloseable {
    private final SagaProcessor sagas;
    private final StepRunner runner;
    private final PeriodicPass pass;
    private final @Nullable AccountPass accountPass;
    private final SagaRows sagaRows;
    private final SagaRepairs repairs;
    private final StepRows rows;

    /** What reconciliation needs of the rest of the application. */
    public record Surroundings(
            JdbcTemplate jdbc,
            TransactionOperations transactions,
            EventStore events,
            TokenStore tokens,
            TransactionManager axonTransactions,
            HostDriver driver,
            Hosts hosts,
            LiveInstances instances,
            Observations observations,
            UserDataOpener userData,
            MeterRegistry meters,
            @Nullable Cloud cloud) {
        /** Where there are no providers. */
        public Surroundings(
                JdbcTemplate jdbc,
                TransactionOperations transactions,
                EventStore events,
                TokenStore tokens,
                TransactionManager axonTransactions,
                HostDriver driver,
                Hosts hosts,
                LiveInstances instances,
                Observations observations,
                UserDataOpener userData,
                MeterRegistry meters) {
            this(
                    jdbc,
                    transactions,
                    events,
                    tokens,
                    axonTransactions,
                    driver,
                    hosts,
                    instances,
                    observations,
                    userData,
                    meters,
                    null);
        }
    }

    /** What it needs to reconcile at providers. */
    public record Cloud(
            Providers providers, Accounts accounts, CreateProtocol protocol, ProviderStepSettings settings) {}

    /**
     * Everything, not started.
     *
     * @param owner a name for this process that no other has or had
     */
    public Reconciler(
            String owner, Surroundings around, ReconcileSettings settings, RandomGenerator random, RunnerHooks hooks) {
        JsonMapper json = new JsonMapper();
        Wakeups wakeups = new Wakeups();
        this.rows = new StepRows(around.jdbc());
        this.sagaRows = new SagaRows(around.jdbc(), json);
        PostgresStepQueue queue = new PostgresStepQueue(around.jdbc(), json, wakeups);
        ReconcileMetrics metrics = new ReconcileMetrics(around.meters(), rows, sagaRows);
        HostDriver driver = new MeasuredDriver(around.driver(), metrics);
        InstanceReader streams = new EventStoreInstances(around.events());
        ResourceStreams resources = new ResourceStreams(around.events());
        List<SagaKind<?, ?>> sagaKinds = SagaKinds.all(resources);
        RecentInstances recent = new RecentInstances(streams);
        InstanceSteps steps =
                new InstanceSteps(recent, around.hosts(), driver, around.userData(), around.observations());
        List<StepKind> kinds = new ArrayList<>(List.of(steps));
        Cloud cloud = around.cloud();
        if (cloud == null) {
            this.accountPass = null;
        } else {
            Providers providers = new MeasuredProviders(cloud.providers(), metrics);
            ProviderDesk desk = new ProviderDesk(
                    providers, cloud.accounts(), cloud.protocol(), around.observations(), cloud.settings());
            kinds.add(new VolumeSteps(desk, resources, rows, false));
            kinds.add(new VolumeSteps(desk, resources, rows, true));
            kinds.add(new SnapshotSteps(desk, resources));
            kinds.add(new NetworkSteps(desk, resources, false));
            kinds.add(new NetworkSteps(desk, resources, true));
            kinds.add(new ProviderMachineSteps(desk, resources, around.userData(), rows));
            AccountListing accounts =
                    new AccountListing(providers, cloud.protocol(), sagaRows, resources, rows, around.observations());
            AccountRearm accountRearm = new AccountRearm(sagaRows, resources, rows, queue);
            this.accountPass = new AccountPass(cloud.accounts(), accounts, accountRearm, metrics, settings, rows);
        }
        this.runner = new StepRunner(owner, rows, kinds, wakeups, settings, random, hooks);
        this.repairs = new SagaRepairs(sagaRows, sagaKinds, queue, around.transactions());
        HostHealth health =
                new HostHealth(driver, around.instances(), around.observations(), rows, settings, System::nanoTime);
        HostListing listing =
                new HostListing(driver, around.instances(), streams, rows, around.observations(), settings);
        Rearm rearm = new Rearm(around.instances(), streams, sagaRows, rows, queue);
        this.pass = new PeriodicPass(around.hosts(), health, listing, rearm, repairs, metrics, settings);
        this.sagas = new SagaProcessor(
                around.events(),
                around.tokens(),
                around.axonTransactions(),
                sagaRows,
                sagaKinds,
                queue,
                recent,
                new HostNews(pass, InstantSource.system()));
    }

    /** Begins. */
    public void start() {
        sagas.start();
        runner.start();
        pass.start();
        if (accountPass != null) {
            accountPass.start();
        }
    }

    /** Sagas that are parked, and how to try one again at once. */
    public SagaRows sagaRows() {
        return sagaRows;
    }

    /** For an operator: builds a saga again. */
    public SagaRepairs repairs() {
        return repairs;
    }

    /** The queue, to look into. */
    public StepRows rows() {
        return rows;
    }

    /** The sagas' processor, for its lag. */
    public SagaProcessor sagas() {
        return sagas;
    }

    /** Stops within the time that the settings give to steps, and a few seconds. */
    @Override
    public void close() {
        Thread passes = Thread.ofVirtual().start(this::closePasses);
        runner.close();
        try {
            passes.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sagas.close();
    }

    private void closePasses() {
        pass.close();
        if (accountPass != null) {
            accountPass.close();
        }
    }

    /** Leaves everything as if the process had been killed. For tests. */
    void abandon() {
        closePasses();
        runner.abandon();
        sagas.close();
    }
}
