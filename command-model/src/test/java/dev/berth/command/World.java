package dev.berth.command;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.Caller;
import dev.berth.api.instance.UserData;
import dev.berth.command.account.Account;
import dev.berth.command.account.AccountCommands;
import dev.berth.command.account.AccountObservations;
import dev.berth.command.address.AddressRange;
import dev.berth.command.address.PoolRanges;
import dev.berth.command.address.RangeCommands;
import dev.berth.command.iam.Confirmation;
import dev.berth.command.iam.ConfirmationCommands;
import dev.berth.command.iam.Confirmations;
import dev.berth.command.iam.Policy;
import dev.berth.command.iam.PolicyCommands;
import dev.berth.command.iam.Token;
import dev.berth.command.iam.TokenCommands;
import dev.berth.command.image.Image;
import dev.berth.command.image.ImageCommands;
import dev.berth.command.image.Signer;
import dev.berth.command.image.SignerCommands;
import dev.berth.command.instance.DraftResolver;
import dev.berth.command.instance.ImageSource;
import dev.berth.command.instance.Instance;
import dev.berth.command.instance.InstanceAdmission;
import dev.berth.command.instance.InstanceCommands;
import dev.berth.command.instance.InstanceObservations;
import dev.berth.command.instance.InstanceOutcomes;
import dev.berth.command.instance.ProviderObservations;
import dev.berth.command.instance.ProviderPlace;
import dev.berth.command.naming.NameClaim;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.network.NetworkCommands;
import dev.berth.command.network.NetworkObservations;
import dev.berth.command.node.Node;
import dev.berth.command.node.NodeCommands;
import dev.berth.command.node.NodeObservations;
import dev.berth.command.node.Placer;
import dev.berth.command.pool.Flavor;
import dev.berth.command.pool.FlavorCommands;
import dev.berth.command.pool.OwnPools;
import dev.berth.command.pool.Pool;
import dev.berth.command.pool.PoolCommands;
import dev.berth.command.pool.ProviderSides;
import dev.berth.command.project.Project;
import dev.berth.command.project.ProjectCommands;
import dev.berth.command.quota.Quota;
import dev.berth.command.quota.QuotaCommands;
import dev.berth.command.refusal.RefusalLog;
import dev.berth.command.refusal.Refusals;
import dev.berth.command.snapshot.Snapshot;
import dev.berth.command.snapshot.SnapshotCommands;
import dev.berth.command.snapshot.SnapshotObservations;
import dev.berth.command.snapshot.SnapshotRestore;
import dev.berth.command.subscription.Receivers;
import dev.berth.command.subscription.Subscription;
import dev.berth.command.subscription.SubscriptionCommands;
import dev.berth.command.tenant.Tenant;
import dev.berth.command.tenant.TenantCommands;
import dev.berth.command.volume.AttachmentObservations;
import dev.berth.command.volume.Volume;
import dev.berth.command.volume.VolumeAdmission;
import dev.berth.command.volume.VolumeCommands;
import dev.berth.command.volume.VolumeCreation;
import dev.berth.command.volume.VolumeObservations;
import dev.berth.command.volume.VolumesOfInstances;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandResultMessage;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventsourcing.EventSourcingRepository;
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.eventsourcing.eventstore.inmemory.InMemoryEventStorageEngine;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.AnnotatedHandlerInspector;
import org.axonframework.messaging.annotation.ClasspathParameterResolverFactory;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.axonframework.messaging.unitofwork.DefaultUnitOfWork;
import org.axonframework.modelling.command.inspection.AggregateModel;
import org.axonframework.modelling.command.inspection.AnnotatedAggregateMetaModelFactory;

/**
 * A whole deployment's decisions over an event store in memory: all aggregates, all handlers, real repositories. Only
 * what lies outside this module is stood in for: directories fold the events by hand, a policy is any text that begins
 * as one, and the vault encodes instead of encrypting.
 */
final class World {
    private static final int TRIES = 8;
    /** Nothing may be sent to this host, and no secret be read from there. */
    private static final Receivers RECEIVERS = new Receivers() {
        @Override
        public Optional<String> problemWithUrl(String url) {
            return url.contains("127.0.0.1")
                    ? Optional.of("names an address that may not be called")
                    : Optional.empty();
        }

        @Override
        public Optional<String> problemWithSecretRef(String secretRef) {
            return secretRef.equals("env:OWN") ? Optional.of("leads to the server's own") : Optional.empty();
        }
    };

    /** Looked up once: that takes longer than most tests. */
    private static final ParameterResolverFactory PARAMETERS = ClasspathParameterResolverFactory.forClass(World.class);

    private static final Map<Class<?>, AggregateModel<?>> MODELS = new ConcurrentHashMap<>();
    private static final Map<Class<?>, AnnotatedHandlerInspector<Object>> INSPECTORS = new ConcurrentHashMap<>();

    final MemoryDirectories directories = new MemoryDirectories();
    final MemoryRoom room = new MemoryRoom();
    final TestProvider provider = new TestProvider();
    /** All events so far, in order. */
    final List<DomainEvent> log = new ArrayList<>();

    final List<EventMessage<?>> messages = new ArrayList<>();
    Instant now = Instant.parse("2026-01-02T03:04:05.678Z");
    AccessDecider decider = request -> decision(AccessDecision.Outcome.ALLOW);
    private final Map<String, Long> lengths = new HashMap<>();
    private final EventStore store = EmbeddedEventStore.builder()
            .storageEngine(new InMemoryEventStorageEngine())
            .build();
    private final CommandBus bus = SimpleCommandBus.builder().build();
    private final Map<Class<?>, Streams<?>> streams = new HashMap<>();
    /** What placement does not hear of. */
    final Set<DomainEvent> unheard = new HashSet<>();

    /** What is handled. */
    final Set<Class<?>> handled = new LinkedHashSet<>();

    private long calls;

    World(ImageSource imageSource) {
        store.subscribe(batch -> batch.forEach(this::on));
        Refusals refusals = new Refusals(streams(RefusalLog.class));
        Confirmations confirmations = new Confirmations(streams(Confirmation.class), TestDigest::of);
        Gate gate = new Gate(request -> decider.decide(request), directories, confirmations, refusals);
        OwnPools ownPools = new OwnPools(directories, gate);
        Names names = new Names(streams(NameClaim.class));
        instances(gate, imageSource, names);
        providers(gate, names);
        handlers(
                new PoolCommands(
                        gate,
                        TestDigest::of,
                        streams(Pool.class),
                        streams(Quota.class),
                        names,
                        directories,
                        new ProviderSides(directories.provided, streams(Network.class), streams(Quota.class))),
                new FlavorCommands(gate, ownPools, streams(Flavor.class)),
                new NodeCommands(gate, TestDigest::of, ownPools, streams(Node.class), names),
                new NodeObservations(streams(Node.class)),
                new RangeCommands(gate, ownPools, streams(AddressRange.class), streams(PoolRanges.class)),
                new ImageCommands(gate, directories, streams(Image.class)),
                new SignerCommands(gate, streams(Signer.class), names),
                new ProjectCommands(gate, streams(Project.class), names),
                new QuotaCommands(gate, directories, streams(Quota.class)),
                new TenantCommands(gate, streams(Tenant.class)),
                new TokenCommands(gate, streams(Token.class), streams(Tenant.class)),
                new PolicyCommands(gate, World::policyProblem, streams(Policy.class)),
                new ConfirmationCommands(gate, streams(Confirmation.class)),
                new SubscriptionCommands(gate, streams(Subscription.class), RECEIVERS));
    }

    private void instances(Gate gate, ImageSource imageSource, Names names) {
        DraftResolver resolver = new DraftResolver(directories, directories, directories, imageSource);
        InstanceAdmission admission = new InstanceAdmission(
                gate,
                resolver,
                TestDigest::of,
                (instanceId, clearText) -> new UserData(
                        "nonce", Base64.getEncoder().encodeToString(clearText.getBytes(StandardCharsets.UTF_8))),
                streams(Instance.class),
                streams(Quota.class),
                streams(AddressRange.class),
                directories,
                new Placer(room, streams(Node.class)),
                new ProviderPlace(directories.provided, provider));
        VolumesOfInstances volumes = new VolumesOfInstances(streams(Volume.class), streams(Network.class), names);
        InstanceOutcomes outcomes =
                new InstanceOutcomes(streams(Quota.class), streams(AddressRange.class), streams(Node.class), volumes);
        handlers(
                admission,
                new InstanceCommands(
                        gate,
                        resolver,
                        admission,
                        streams(Instance.class),
                        streams(Quota.class),
                        streams(Node.class),
                        volumes),
                new InstanceObservations(admission, streams(Instance.class), outcomes),
                new ProviderObservations(streams(Instance.class), outcomes));
    }

    private void providers(Gate gate, Names names) {
        MemoryProvided provided = directories.provided;
        VolumeAdmission admission = new VolumeAdmission(
                provided, provider, streams(Volume.class), streams(Network.class), streams(Quota.class), names);
        handlers(
                new AccountCommands(gate, World::endpointProblem, streams(Account.class), names),
                new AccountObservations(streams(Account.class)),
                new NetworkCommands(gate, TestDigest::of, provided, provider, streams(Network.class), names),
                new NetworkObservations(streams(Network.class), names),
                new VolumeCreation(
                        gate,
                        TestDigest::of,
                        directories,
                        directories,
                        streams(Instance.class),
                        streams(Network.class),
                        admission),
                new VolumeCommands(
                        gate,
                        provided,
                        provider,
                        provided,
                        streams(Instance.class),
                        streams(Volume.class),
                        streams(Network.class),
                        streams(Quota.class),
                        names),
                new VolumeObservations(streams(Volume.class), streams(Network.class), streams(Quota.class), names),
                new AttachmentObservations(streams(Volume.class)),
                new SnapshotCommands(
                        gate,
                        TestDigest::of,
                        provided,
                        provider,
                        provided,
                        streams(Volume.class),
                        streams(Snapshot.class)),
                new SnapshotRestore(
                        gate,
                        TestDigest::of,
                        directories,
                        directories,
                        provided,
                        provider,
                        streams(Snapshot.class),
                        admission),
                new SnapshotObservations(streams(Volume.class), streams(Snapshot.class)));
    }

    static AccessDecision decision(AccessDecision.Outcome outcome) {
        return new AccessDecision(outcome, List.of("test"), "1", "as the test says");
    }

    private static Optional<String> policyProblem(String policy) {
        return policy.startsWith("permit") || policy.startsWith("forbid")
                ? Optional.empty()
                : Optional.of("unexpected token `" + policy + "`");
    }

    private static Optional<String> endpointProblem(String url) {
        return url.contains("127.0.0.1") ? Optional.of("must not be a loopback address") : Optional.empty();
    }

    private void handlers(Object... handlers) {
        for (Object handler : handlers) {
            INSPECTORS
                    .computeIfAbsent(handler.getClass(), World::inspect)
                    .getHandlers(handler.getClass())
                    .forEach(member -> {
                        handled.add(member.payloadType());
                        var unused = bus.subscribe(
                                member.payloadType().getName(), message -> member.handle(message, handler));
                    });
        }
    }

    @SuppressWarnings("unchecked")
    private static AnnotatedHandlerInspector<Object> inspect(Class<?> type) {
        return AnnotatedHandlerInspector.inspectType((Class<Object>) type, PARAMETERS);
    }

    @SuppressWarnings("unchecked")
    <T> Streams<T> streams(Class<T> type) {
        return (Streams<T>) streams.computeIfAbsent(
                type,
                it -> new Streams<>(EventSourcingRepository.builder(type)
                        .aggregateModel((AggregateModel<T>) model(type))
                        .eventStore(store)
                        .build()));
    }

    private static AggregateModel<?> model(Class<?> type) {
        return MODELS.computeIfAbsent(type, it -> AnnotatedAggregateMetaModelFactory.inspectAggregate(it, PARAMETERS));
    }

    private void on(EventMessage<?> message) {
        DomainEvent event = (DomainEvent) message.getPayload();
        if (message instanceof DomainEventMessage<?> domain) {
            lengths.put(domain.getAggregateIdentifier(), domain.getSequenceNumber() + 1);
        }
        log.add(event);
        messages.add(message);
        directories.on(event);
        if (!unheard.contains(event)) {
            room.on(event);
        }
    }

    /** What happened before. */
    void given(List<? extends DomainEvent> events) {
        for (DomainEvent event : events) {
            long sequence = lengths.getOrDefault(event.streamId(), 0L);
            store.publish(new GenericDomainEventMessage<>("given", event.streamId(), sequence, event));
        }
    }

    /** How many events a stream has. */
    long length(String streamId) {
        return lengths.getOrDefault(streamId, 0L);
    }

    /** The id that the call with this number, counted from 1, makes. */
    static String newId(String prefix, long call) {
        return new Ids.Seed(7, call).id(prefix);
    }

    /** Handles a command as a dispatcher does: what was abandoned is tried again. */
    @SuppressWarnings("unchecked")
    Outcome<Affected> dispatch(Object command, Caller caller, Map<String, ?> metaData) {
        Context context = new Context(caller, "request-1", now, new Ids.Seed(7, ++calls));
        for (int i = 0; i < TRIES; i++) {
            Result result = new Result();
            bus.<Object, Object>dispatch(
                    new GenericCommandMessage<>(command, MetaData.from(metaData).and(Context.KEY, context)),
                    (message, answer) -> result.message = answer);
            Throwable failure = result.message.isExceptional() ? result.message.exceptionResult() : null;
            if (failure instanceof AbandonedUnitOfWork abandoned) {
                context = abandoned.next(context);
            } else if (failure != null) {
                throw new AssertionError("The command could not be handled", failure);
            } else {
                return (Outcome<Affected>) result.message.getPayload();
            }
        }
        throw new AssertionError("The command was abandoned too often");
    }

    /** Looks into an aggregate. */
    <T, R> R look(Class<T> type, String id, Function<T, R> question) {
        return DefaultUnitOfWork.startAndGet(null)
                .executeWithResult(() -> streams(type).get(id).get(question))
                .getPayload();
    }

    private static final class Result {
        @SuppressWarnings("NullAway.Init")
        private CommandResultMessage<?> message;
    }
}
