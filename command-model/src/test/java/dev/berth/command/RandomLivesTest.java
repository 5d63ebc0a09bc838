package dev.berth.command;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.IMAGE;
import static dev.berth.command.Given.LARGE;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import dev.berth.api.Ids;
import dev.berth.api.address.CreateAddressRange;
import dev.berth.api.address.DeleteAddressRange;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.iam.Caller;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceObservation.HostLost;
import dev.berth.api.instance.InstanceObservation.MachineSeen;
import dev.berth.api.instance.InstanceObservation.PlaceInstance;
import dev.berth.api.instance.InstanceObservation.Result;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.ResizeInstance;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.instance.StopInstance;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.CordonNode;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.NodeObservation.NodeAnswered;
import dev.berth.api.node.NodeObservation.NodeSilent;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.node.RemoveNode;
import dev.berth.api.node.UncordonNode;
import dev.berth.api.node.UpdateNode;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.quota.SetQuota;
import dev.berth.command.instance.ImageSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tenants, owners, hosts and the reconciler do anything in any order. After each command, what is used, allocated and
 * leased is the sum over the live instances, no host gave more than it has, and no charge passed its limit.
 */
class RandomLivesTest {
    private static final int STEPS = 600;

    /** What only machines at providers, and volumes, bring about. */
    private static final Set<Class<?>> OF_PROVIDERS = Set.of(
            InstanceEvent.InstanceAssigned.class,
            InstanceEvent.InstanceCreateBegun.class,
            InstanceEvent.InstanceProvisioning.class,
            InstanceEvent.InstanceAddressed.class,
            InstanceEvent.InstanceDuplicateFound.class,
            InstanceEvent.InstanceVolumeLinked.class,
            InstanceEvent.InstanceVolumeUnlinked.class,
            InstanceEvent.InstanceVolumeDoomed.class);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theBooksAlwaysBalance(long seed) {
        new Lives(seed).live(STEPS).die();
    }

    @Test
    void theLivesAreFull() {
        Set<String> happened = LongStream.rangeClosed(101, 110)
                .mapToObj(seed -> new Lives(seed).live(STEPS))
                .flatMap(lives -> lives.world.log.stream())
                .map(it -> EventTypes.name(it.getClass()))
                .collect(Collectors.toSet());
        assertThat(happened)
                .containsAll(Arrays.stream(InstanceEvent.class.getPermittedSubclasses())
                        .filter(it -> !OF_PROVIDERS.contains(it))
                        .map(EventTypes::name)
                        .toList())
                .contains("node.reallocated", "node.removed", "addressRange.created", "request.refused");
    }

    private static final class Lives {
        private final Random random;
        private final World world = new World(ImageSource.CATALOGUE);
        private final Books books = new Books();
        private final Map<String, String> tenants = new HashMap<>();
        private final Map<String, String> hosts = new HashMap<>();
        private final List<String> instances = new ArrayList<>();
        private final List<String> living = new ArrayList<>();
        private final List<String> nodes = new ArrayList<>();
        private final List<String> ranges = new ArrayList<>();
        private int read;
        private long fence;

        Lives(long seed) {
            random = new Random(seed);
            world.given(Scenario.all(
                    Given.everything(),
                    Given.offered(POOL, ACME, GUEST, new Quotas(6, 12, 0, 60)),
                    List.of(new ImagePublished(Ids.derived("img", ACME, IMAGE), ACME, IMAGE))));
            follow();
        }

        Lives live(int steps) {
            for (int i = 0; i < steps; i++) {
                step();
            }
            return this;
        }

        /** Everything is deleted, and every host does as it is told. */
        void die() {
            for (String id : instances) {
                ask(new DeleteInstance(tenants.get(id), id), tenants.get(id));
                report(new StepEnded(
                        id, Operation.DESTROY, world.length(id), ++fence, new Result.Succeeded(Seen.ABSENT)));
            }
            assertThat(books.empty()).as("nobody holds anything any more").isTrue();
        }

        private void step() {
            int dice = random.nextInt(100);
            if (dice < 20 || instances.isEmpty()) {
                create();
            } else if (dice < 50) {
                ask(wish(anyInstance()), null);
            } else if (dice < 75) {
                report(outcome());
            } else if (dice < 88) {
                report(observation());
            } else {
                ask(ownersWish(), ACME);
            }
        }

        private void create() {
            String tenant = random.nextBoolean() ? ACME : GUEST;
            String flavor = random.nextInt(3) == 0 ? LARGE : SMALL;
            InitialState initial = random.nextInt(4) == 0 ? InitialState.STOPPED : InitialState.RUNNING;
            // Few keys, so that some are used again.
            String key = "key-" + random.nextInt(200);
            ask(new CreateInstance(tenant, POOL, null, flavor, IMAGE, List.of(), null, initial, key, null), tenant);
        }

        /** Mostly one that is not yet deleted. */
        private String anyInstance() {
            return living.isEmpty() || random.nextInt(10) == 0 ? any(instances) : any(living);
        }

        private Object wish(String id) {
            String tenant = tenants.get(id);
            return switch (random.nextInt(10)) {
                case 0 -> new StartInstance(tenant, id);
                case 1, 2, 3 -> new StopInstance(tenant, id);
                case 4, 5, 6, 7, 8 -> new ResizeInstance(tenant, id, random.nextBoolean() ? LARGE : SMALL);
                default -> new DeleteInstance(tenant, id);
            };
        }

        private Object outcome() {
            String id = anyInstance();
            Operation operation = any(List.of(Operation.values()));
            Result result = switch (random.nextInt(15)) {
                case 0, 1, 2 -> new Result.Succeeded(Seen.RUNNING);
                case 3, 4, 5, 6, 7 -> new Result.Succeeded(Seen.STOPPED);
                case 8, 9 -> new Result.Succeeded(Seen.ABSENT);
                case 14 -> new Result.Unknown("NoAnswer", "Not in time.");
                default -> new Result.Failed("Reason" + random.nextInt(2), null, random.nextBoolean());
            };
            boolean repeated = random.nextInt(5) == 0;
            return new StepEnded(
                    id,
                    result instanceof Result.Succeeded(Seen seen) && seen == Seen.ABSENT
                            ? Operation.DESTROY
                            : operation,
                    world.length(id) - random.nextInt(2),
                    repeated ? fence : ++fence,
                    result);
        }

        private Object observation() {
            String id = anyInstance();
            String node = hosts.getOrDefault(id, Given.NODE);
            return switch (random.nextInt(5)) {
                case 0, 1 -> new PlaceInstance(id);
                case 2, 3 ->
                    new MachineSeen(id, node, world.length(id) - random.nextInt(2), any(List.of(Seen.values())));
                default -> new HostLost(id, node, false, "HostLost", "It does not answer.");
            };
        }

        private Object ownersWish() {
            String node = any(nodes);
            return switch (random.nextInt(12)) {
                case 0 -> new CordonNode(ACME, node);
                case 1, 2 -> new UncordonNode(ACME, node);
                case 3 -> new UpdateNode(ACME, node, null, capacity());
                case 4 -> new RemoveNode(ACME, node, random.nextInt(3) > 0);
                case 5, 6 ->
                    new RegisterNode(
                            ACME,
                            POOL,
                            "host-" + random.nextInt(1000),
                            DriverKind.SIMULATED,
                            null,
                            capacity(),
                            "key-" + random.nextInt(1000));
                case 7 -> new NodeSilent(node, "no answer", random.nextBoolean());
                case 8 -> new NodeAnswered(node);
                case 9 ->
                    new CreateAddressRange(
                            ACME, POOL, "10.2." + random.nextInt(8) + "." + random.nextInt(60) * 4 + "/30", null, null);
                case 10 -> new DeleteAddressRange(ACME, any(ranges));
                default -> new SetQuota(ACME, POOL, any(List.of(ResourceKind.values())), random.nextInt(300), GUEST);
            };
        }

        private Capacity capacity() {
            int small = 1 + random.nextInt(6);
            return new Capacity(small, 2 * small, 10 * small, 0);
        }

        private void ask(Object command, String tenant) {
            var unused = world.dispatch(command, Scenario.admin(tenant == null ? ACME : tenant), Map.of());
            follow();
            if (command instanceof RemoveNode remove && remove.gone()) {
                tellOfGone(remove.nodeId());
            }
        }

        private void report(Object observation) {
            var unused = world.dispatch(observation, Caller.reconciler(), Map.of());
            follow();
        }

        /** As the reconciler does, though it may come to some of them only later. */
        private void tellOfGone(String nodeId) {
            for (String id : List.copyOf(instances)) {
                if (nodeId.equals(hosts.get(id))) {
                    if (random.nextBoolean()) {
                        ask(wish(id), null);
                    }
                    report(new HostLost(id, nodeId, true, "HostGone", "The host was removed."));
                }
            }
        }

        private void follow() {
            for (; read < world.log.size(); read++) {
                DomainEvent event = world.log.get(read);
                books.on(event);
                switch (event) {
                    case InstanceCreated it -> {
                        instances.add(it.instanceId());
                        living.add(it.instanceId());
                        tenants.put(it.instanceId(), it.tenantId());
                    }
                    case InstanceDeleted it -> living.remove(it.instanceId());
                    case InstanceScheduled it -> hosts.put(it.instanceId(), it.nodeId());
                    case NodeRegistered it -> {
                        nodes.add(it.nodeId());
                        answer(it);
                    }
                    case RangeCreated it -> ranges.add(it.rangeId());
                    default -> {}
                }
            }
            books.balance();
        }

        private void answer(NodeRegistered registered) {
            if (!registered.nodeId().equals(Given.NODE)) {
                var unused = world.dispatch(new NodeAnswered(registered.nodeId()), Caller.reconciler(), Map.of());
            }
        }

        private <T> T any(List<T> some) {
            return some.get(random.nextInt(some.size()));
        }
    }
}
