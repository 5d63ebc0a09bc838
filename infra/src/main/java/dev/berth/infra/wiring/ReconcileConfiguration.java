package dev.berth.infra.wiring;

import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.account.AccountView;
import dev.berth.api.iam.Caller;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceObservation.PlaceInstance;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.node.NodeView;
import dev.berth.command.node.NodeRoom;
import dev.berth.infra.digitalocean.DigitalOcean;
import dev.berth.infra.directory.Directories;
import dev.berth.infra.directory.PlacementPass;
import dev.berth.infra.host.HostDrivers;
import dev.berth.infra.host.SimulatedHostDriver;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.infra.queue.Accounts;
import dev.berth.infra.queue.Hosts;
import dev.berth.infra.queue.LiveInstances;
import dev.berth.infra.queue.ObservationRefused;
import dev.berth.infra.queue.Observations;
import dev.berth.infra.queue.ProviderStepSettings;
import dev.berth.infra.queue.ReconcileSettings;
import dev.berth.infra.queue.Reconciler;
import dev.berth.infra.queue.RunnerHooks;
import dev.berth.infra.store.CommandDispatcher;
import dev.berth.infra.store.StoreSettings;
import dev.berth.infra.userdata.UserDataKeys;
import dev.berth.query.instance.InstanceWork;
import dev.berth.query.node.NodeQueries;
import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Providers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Reconciliation: sagas, steps, hosts, and who waits for one. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ReconcileSettings.class, ProviderStepSettings.class})
class ReconcileConfiguration {
    /** Takes what the reconciler saw to the aggregates. */
    @Bean
    Observations observations(CommandDispatcher dispatcher, InstantSource clock) {
        return (observation, cause) -> {
            Outcome<?> outcome = dispatcher.dispatch(observation, context(clock, cause), cause);
            if (outcome instanceof Outcome.Refused<?> refused) {
                throw new ObservationRefused(refused.problem().detail());
            }
        };
    }

    private static Context context(InstantSource clock, String requestId) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Context(Caller.reconciler(), requestId, now, Ids.Seed.of(now, ThreadLocalRandom.current()));
    }

    @Bean
    Hosts hosts(DSLContext sql, NodeRoom room) {
        NodeQueries nodes = new NodeQueries(sql);
        return new Hosts() {
            @Override
            public Optional<NodeView> find(String nodeId) {
                return room.node(nodeId).or(() -> nodes.find(nodeId));
            }

            @Override
            public List<NodeView> all() {
                return nodes.all();
            }
        };
    }

    @Bean
    LiveInstances liveInstances(DSLContext sql) {
        InstanceWork work = new InstanceWork(sql);
        return new LiveInstances() {
            @Override
            public List<Live> onHost(String nodeId, @Nullable String afterId, int limit) {
                return live(work.onNode(nodeId, afterId, limit));
            }

            @Override
            public List<Live> inBetween(@Nullable String afterId, int limit) {
                return live(work.inBetween(afterId, limit));
            }
        };
    }

    private static List<LiveInstances.Live> live(List<InstanceWork.Brief> found) {
        return found.stream()
                .map(it -> new LiveInstances.Live(
                        it.id(),
                        it.nodeId(),
                        InstanceState.valueOf(it.state().toUpperCase(Locale.ROOT)),
                        DesiredState.valueOf(it.desiredState().toUpperCase(Locale.ROOT)),
                        it.revision()))
                .toList();
    }

    @Bean
    Reconciler.Cloud cloud(
            Providers providers,
            Directories directories,
            CreateProtocol protocol,
            ProviderStepSettings settings,
            DigitalOcean digitalOcean,
            MeterRegistry meters) {
        digitalOcean.watch((credential, left) -> Gauge.builder("berth.provider.requests.left", left::getAsInt)
                .description("Requests that a credential may still make, by the beginning of its hash")
                .tag("credential", credential)
                .register(meters));
        Accounts accounts = new Accounts() {
            @Override
            public Optional<AccountRef> find(String accountId) {
                return directories.accounts().account(accountId).map(ReconcileConfiguration::ref);
            }

            @Override
            public List<AccountRef> all() {
                return directories.everyAccount().stream()
                        .map(ReconcileConfiguration::ref)
                        .toList();
            }
        };
        return new Reconciler.Cloud(providers, accounts, protocol, settings);
    }

    private static AccountRef ref(AccountView account) {
        return new AccountRef(
                account.id(),
                account.provider().name().toLowerCase(Locale.ROOT),
                account.secretRef(),
                account.endpoint());
    }

    /** What reconciliation needs of the rest. */
    @Bean
    Reconciler.Surroundings reconcilerSurroundings(
            JdbcTemplate jdbc,
            PlatformTransactionManager transactions,
            EventStore events,
            TokenStore tokens,
            TransactionManager axonTransactions,
            HostDrivers drivers,
            Hosts hosts,
            LiveInstances instances,
            Observations observations,
            UserDataKeys userData,
            MeterRegistry meters,
            Reconciler.Cloud cloud) {
        return new Reconciler.Surroundings(
                jdbc,
                new TransactionTemplate(transactions),
                events,
                tokens,
                axonTransactions,
                drivers.named(SimulatedHostDriver.NAME).orElseThrow(),
                hosts,
                instances,
                observations,
                (instanceId, encrypted) -> userData.open(instanceId, encrypted)
                        .orElseThrow(() -> new IllegalStateException("The start-up data's key is destroyed")),
                meters,
                cloud);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    Reconciler reconciler(
            Reconciler.Surroundings around,
            ReconcileSettings settings,
            StoreSettings store,
            ObjectProvider<RunnerHooks> hooks) {
        if (store.onlyWriter()) {
            // Whoever held these was killed: its steps need not wait until their leases are over.
            around.jdbc()
                    .update("update step_queue set lease_owner = null, lease_until = null"
                            + " where lease_owner is not null");
        }
        return new Reconciler(
                UUID.randomUUID().toString(),
                around,
                settings,
                new java.security.SecureRandom(),
                hooks.getIfAvailable(() -> RunnerHooks.NONE));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    PlacementPass placementPass(
            Directories directories,
            Observations observations,
            @Value("${berth.reconcile.unschedulable-retry:30s}") Duration every) {
        return new PlacementPass(
                directories, id -> observations.report(new PlaceInstance(id), "placement-" + id), every);
    }
}
