package dev.berth.infra.queue;

import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.AddressReleased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceObservation.HostLost;
import dev.berth.api.instance.InstanceObservation.MachineSeen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.api.instance.UserData;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeLost;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.NodeEvent.NodeReleased;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.NodeEvent.NodeUnreachable;
import dev.berth.api.node.NodeObservation.NodeAnswered;
import dev.berth.api.node.NodeObservation.NodeSilent;
import dev.berth.api.node.NodeView;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Streams;
import dev.berth.command.address.AddressRange;
import dev.berth.command.instance.Instance;
import dev.berth.command.instance.InstanceObservations;
import dev.berth.command.instance.InstanceOutcomes;
import dev.berth.command.naming.NameClaim;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.node.Node;
import dev.berth.command.quota.Quota;
import dev.berth.command.volume.Volume;
import dev.berth.command.volume.VolumesOfInstances;
import dev.berth.infra.store.StoreConfiguration;
import dev.berth.query.EventMeta;
import dev.berth.query.instance.InstanceFold;
import dev.berth.query.node.NodeFold;
import dev.berth.query.node.NodeRecord;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventsourcing.EventSourcingRepository;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.ResultMessage;
import org.axonframework.messaging.unitofwork.DefaultUnitOfWork;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.Repository;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * What has happened to instances and their host: the real aggregates on the real event store in a database of its own.
 * What the read models would tell is folded from the events anew each time.
 */
class Chronicle {
    static final MachineShape SMALL = new MachineShape(1, 2, 10, 0);
    static final MachineShape LARGE = new MachineShape(2, 4, 20, 0);
    private static final AtomicInteger CHRONICLES = new AtomicInteger();

    final QueueDatabase database = QueueDatabase.empty();
    final String nodeId = "node_" + CHRONICLES.incrementAndGet();
    final EventStore events;
    final List<Object> reported = new CopyOnWriteArrayList<>();
    final ConcurrentSkipListSet<String> ids = new ConcurrentSkipListSet<>();
    final AnnotationConfigApplicationContext store = new AnnotationConfigApplicationContext();
    private final ConcurrentSkipListSet<String> nodeIds = new ConcurrentSkipListSet<>();
    private final Repository<Instance> instanceRepository;
    private final Repository<Node> nodeRepository;
    private final Streams<Quota> quotas;
    private final Streams<AddressRange> ranges;
    private final Streams<Node> nodes;
    private final InstanceObservations observations;

    Chronicle() {
        // As singletons that are not the context's own: it would close them at its end.
        store.getBeanFactory().registerSingleton("source", database.source);
        store.getBeanFactory().registerSingleton("transactions", database.manager);
        store.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
        store.registerBean(FlywayMigrationInitializer.class, () -> new FlywayMigrationInitializer(database.migrations));
        store.register(StoreConfiguration.class);
        store.refresh();
        events = store.getBean(EventStore.class);
        instanceRepository = repository(Instance.class);
        nodeRepository = repository(Node.class);
        quotas = new Streams<>(repository(Quota.class));
        ranges = new Streams<>(repository(AddressRange.class));
        nodes = new Streams<>(nodeRepository);
        VolumesOfInstances volumes = new VolumesOfInstances(
                new Streams<>(repository(Volume.class)),
                new Streams<>(repository(Network.class)),
                new Names(new Streams<>(repository(NameClaim.class))));
        observations = new InstanceObservations(
                null, new Streams<>(instanceRepository), new InstanceOutcomes(quotas, ranges, nodes, volumes));
        append("quota_1", 0, new QuotaLimitsSet("quota_1", "acme", "pool_1", many()));
        append(
                "rng_1",
                0,
                new RangeCreated("rng_1", "acme", "pool_1", "ann", "10.0.0.0/16", "10.0.0.1", "10.0.255.254"));
        addNode(nodeId, true);
    }

    private static Quotas many() {
        return new Quotas(1_000_000, 1_000_000, 1_000_000, 1_000_000);
    }

    private <T> Repository<T> repository(Class<T> type) {
        return EventSourcingRepository.builder(type).eventStore(events).build();
    }

    void addNode(String id, boolean ready) {
        nodeIds.add(id);
        append(
                id,
                0,
                new NodeRegistered(
                        id,
                        "acme",
                        "pool_1",
                        "ann",
                        id,
                        DriverKind.SIMULATED,
                        null,
                        new Capacity(100_000, 100_000, 1_000_000, 0),
                        "hmac"));
        if (ready) {
            append(id, 1, new NodeReady(id, "acme", "pool_1"));
        }
    }

    private void append(String stream, long sequence, Object event) {
        events.publish(new GenericDomainEventMessage<>("test", stream, sequence, event));
    }

    /** Admits and places an instance. */
    String create(String id, DesiredState desired) {
        unit(() -> {
            Streams.Loaded<AddressRange> range = ranges.get("rng_1");
            String address = range.get(AddressRange::free).orElseThrow();
            admit(id, desired, address);
            quotas.get("quota_1").apply(it -> it.charge(id, Quotas.of(SMALL), MetaData.emptyInstance()));
            range.apply(it -> it.lease(id, address, MetaData.emptyInstance()));
            nodes.get(nodeId).apply(it -> it.allocate(id, SMALL, MetaData.emptyInstance()));
            return null;
        });
        return id;
    }

    /** The events of an instance alone, where nobody asks what it holds. */
    void admit(String id, DesiredState desired, String address) {
        append(
                id,
                0,
                new InstanceCreated(
                        id,
                        "acme",
                        "ann",
                        "pool_1",
                        "quota_1",
                        Placement.HOSTED,
                        null,
                        "small",
                        SMALL,
                        "ubuntu",
                        "sha256:00",
                        "https://images.example/ubuntu",
                        true,
                        List.of(),
                        new UserData("bm9uY2U=", "c2VjcmV0"),
                        desired,
                        new Lease("rng_1", address),
                        "hmac"));
        append(id, 1, new InstanceScheduled(id, "acme", nodeId));
        ids.add(id);
    }

    /** Applies an event to an instance, as its command would. */
    void tell(String id, InstanceEvent event) {
        unit(() -> {
            instanceRepository.load(id).execute(it -> AggregateLifecycle.apply(event));
            return null;
        });
    }

    void tellNode(String id, Function<String, NodeEvent> event) {
        unit(() -> {
            nodeRepository.load(id).execute(it -> AggregateLifecycle.apply(event.apply(id)));
            return null;
        });
    }

    void removeNode(String id) {
        tellNode(id, it -> new NodeRemoved(it, "acme", "pool_1", true));
    }

    private <T> T unit(java.util.concurrent.Callable<T> work) {
        ResultMessage<T> result = DefaultUnitOfWork.startAndGet(new GenericCommandMessage<>("test"))
                .executeWithResult(work);
        if (result.isExceptional()) {
            throw new AssertionError(result.exceptionResult());
        }
        return result.getPayload();
    }

    /** What was seen reaches the aggregates. */
    void report(Object observation, String cause) {
        reported.add(observation);
        unit(() -> {
            switch (observation) {
                case StepEnded ended -> observations.handle(ended);
                case MachineSeen seen -> observations.handle(seen);
                case HostLost lost -> observations.handle(lost);
                case NodeAnswered answered ->
                    nodeRepository
                            .load(answered.nodeId())
                            .execute(
                                    it -> AggregateLifecycle.apply(new NodeReady(answered.nodeId(), "acme", "pool_1")));
                case NodeSilent silent ->
                    nodeRepository
                            .load(silent.nodeId())
                            .execute(it -> AggregateLifecycle.apply(
                                    silent.lost()
                                            ? new NodeLost(silent.nodeId(), "acme", "pool_1", silent.message())
                                            : new NodeUnreachable(
                                                    silent.nodeId(), "acme", "pool_1", silent.message())));
                default -> throw new AssertionError(observation);
            }
            return null;
        });
    }

    private static EventMeta meta(DomainEventMessage<?> event) {
        return new EventMeta(
                event.getTimestamp(), event.getSequenceNumber(), 0, event.getIdentifier(), event.getMetaData());
    }

    InstanceView view(String id) {
        InstanceView view = null;
        for (DomainEventMessage<?> event : events.readEvents(id, 0).asStream().toList()) {
            view = InstanceFold.fold(view, (InstanceEvent) event.getPayload(), meta(event));
        }
        return view;
    }

    NodeView node(String id) {
        NodeRecord node = null;
        for (DomainEventMessage<?> event : events.readEvents(id, 0).asStream().toList()) {
            node = NodeFold.fold(node, (NodeEvent) event.getPayload(), meta(event));
        }
        return node.view();
    }

    InstanceState state(String id) {
        return view(id).state();
    }

    Hosts hosts() {
        return new Hosts() {
            @Override
            public Optional<NodeView> find(String id) {
                return nodeIds.contains(id) ? Optional.of(node(id)) : Optional.empty();
            }

            @Override
            public List<NodeView> all() {
                return nodeIds.stream().map(Chronicle.this::node).toList();
            }
        };
    }

    LiveInstances live() {
        return new LiveInstances() {
            @Override
            public List<Live> onHost(String node, String after, int limit) {
                return read(view -> node.equals(view.nodeId()), after, limit);
            }

            @Override
            public List<Live> inBetween(String after, int limit) {
                return read(InstanceFold::inBetween, after, limit);
            }

            private List<Live> read(java.util.function.Predicate<InstanceView> which, String after, int limit) {
                return ids.stream()
                        .filter(id -> after == null || id.compareTo(after) > 0)
                        .map(Chronicle.this::view)
                        .filter(view -> view != null && view.state() != InstanceState.DELETED && which.test(view))
                        .limit(limit)
                        .map(view ->
                                new Live(view.id(), view.nodeId(), view.state(), view.desiredState(), view.revision()))
                        .toList();
            }
        };
    }

    /** Charges, leases and room that live instances hold: whatever was taken and not given back. */
    Map<String, Long> held() {
        return Map.of(
                "charges", count("quota_1", QuotaCharged.class) - count("quota_1", QuotaRefunded.class),
                "leases", count("rng_1", AddressLeased.class) - count("rng_1", AddressReleased.class),
                "room", count(nodeId, NodeAllocated.class) - count(nodeId, NodeReleased.class));
    }

    private long count(String stream, Class<?> type) {
        return events.readEvents(stream, 0)
                .asStream()
                .filter(event -> type.isInstance(event.getPayload()))
                .count();
    }
}
