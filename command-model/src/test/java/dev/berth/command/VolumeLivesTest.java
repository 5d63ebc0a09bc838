package dev.berth.command;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.iam.Caller;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceObservation.MachineCreateBegins;
import dev.berth.api.instance.InstanceObservation.ProviderMachineSeen;
import dev.berth.api.instance.InstanceObservation.ProviderResult;
import dev.berth.api.instance.InstanceObservation.ProviderStepEnded;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.instance.StopInstance;
import dev.berth.api.quota.Quotas;
import dev.berth.api.snapshot.DeleteSnapshot;
import dev.berth.api.snapshot.RestoreSnapshot;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotObservation;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotCreateBegins;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotStepEnded;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.api.volume.AttachVolume;
import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.CreateVolume;
import dev.berth.api.volume.DeleteVolume;
import dev.berth.api.volume.DetachVolume;
import dev.berth.api.volume.ResizeVolume;
import dev.berth.api.volume.SnapshotVolume;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeObservation.AttachmentResult;
import dev.berth.api.volume.VolumeObservation.AttachmentStepEnded;
import dev.berth.api.volume.VolumeObservation.Result;
import dev.berth.api.volume.VolumeObservation.VolumeCreateBegins;
import dev.berth.api.volume.VolumeObservation.VolumeListed;
import dev.berth.api.volume.VolumeObservation.VolumeMissing;
import dev.berth.api.volume.VolumeObservation.VolumeStepEnded;
import dev.berth.api.volume.VolumeOperation;
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
 * Tenants and the reconciler do anything with volumes and machines at a provider, in any order. After each command, what
 * is used is the sum over what lives, a block volume is on one instance at most, and instances know what is on them.
 */
class VolumeLivesTest {
    private static final int STEPS = 700;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theBooksAlwaysBalance(long seed) {
        new Lives(seed).live(STEPS).die();
    }

    @Test
    void theLivesAreFull() {
        Set<String> happened = LongStream.rangeClosed(101, 108)
                .mapToObj(seed -> new Lives(seed).live(STEPS))
                .flatMap(lives -> lives.world.log.stream())
                .map(it -> EventTypes.name(it.getClass()))
                .collect(Collectors.toSet());
        assertThat(happened)
                .containsAll(Arrays.stream(VolumeEvent.class.getPermittedSubclasses())
                        .map(EventTypes::name)
                        .filter(it -> !it.endsWith("duplicateFound"))
                        .toList())
                .contains("instance.volumeDoomed", "instance.lost", "instance.deleted", "request.refused");
    }

    private static final class Lives {
        private final Random random;
        private final World world = new World(ImageSource.CATALOGUE);
        private final Books books = new Books();
        private final List<String> volumes = new ArrayList<>();
        private final List<String> instances = new ArrayList<>();
        private final Map<String, String> snapshots = new HashMap<>();
        private int read;
        private long fence;

        Lives(long seed) {
            random = new Random(seed);
            world.given(
                    Scenario.all(Provided.everything(), List.of(Given.quota(ACME, POOL, new Quotas(20, 40, 0, 2000)))));
            follow();
        }

        Lives live(int steps) {
            for (int i = 0; i < steps; i++) {
                step();
            }
            return this;
        }

        /** Everything is deleted, and the provider does as it is told. */
        void die() {
            for (String id : instances) {
                ask(new DeleteInstance(ACME, id));
                report(new ProviderStepEnded(
                        id, Operation.DESTROY, world.length(id), ++fence, new ProviderResult.Destroyed(List.of())));
            }
            for (String id : volumes) {
                for (String instanceId : instances) {
                    report(new AttachmentStepEnded(
                            id,
                            instanceId,
                            AttachmentOperation.DETACH,
                            world.length(id),
                            ++fence,
                            new AttachmentResult.Detached()));
                }
                ask(new DeleteVolume(ACME, id));
                report(new VolumeStepEnded(id, VolumeOperation.DELETE, world.length(id), ++fence, new Result.Gone()));
            }
            assertThat(books.empty()).as("nobody holds anything any more").isTrue();
        }

        private void step() {
            int dice = random.nextInt(100);
            if (dice < 14 || volumes.isEmpty() || instances.isEmpty()) {
                create();
            } else if (dice < 45) {
                ask(wish());
            } else if (dice < 90) {
                report(outcome());
            } else {
                report(listing());
            }
        }

        private void create() {
            String key = "key-" + random.nextInt(300);
            if (random.nextInt(4) == 0) {
                ask(new CreateInstance(
                        ACME, POOL, null, Given.SMALL, "debian", List.of(), null, InitialState.RUNNING, key, null));
                return;
            }
            boolean shared = random.nextInt(4) == 0;
            ask(new CreateVolume(
                    ACME,
                    null,
                    POOL,
                    "v" + random.nextInt(60),
                    null,
                    HERE,
                    50 + random.nextInt(100),
                    shared ? VolumeKind.SHARED : VolumeKind.BLOCK,
                    shared ? NETWORK : null,
                    null,
                    !shared && random.nextBoolean(),
                    random.nextInt(3) == 0 && !instances.isEmpty() ? recent(instances) : null,
                    key));
        }

        private Object wish() {
            String volume = recent(volumes);
            String instance = recent(instances);
            return switch (random.nextInt(14)) {
                case 0, 1, 2, 3 -> new AttachVolume(ACME, volume, instance);
                case 4 -> new DetachVolume(ACME, volume, instance);
                case 5 -> new DetachVolume(ACME, volume, null);
                case 6, 7 -> new ResizeVolume(ACME, volume, 50 + random.nextInt(200));
                case 8 -> new DeleteVolume(ACME, volume);
                case 9 -> new DeleteInstance(ACME, instance);
                case 10 -> new SnapshotVolume(ACME, volume, "s" + random.nextInt(20), "k" + random.nextInt(300));
                case 11 ->
                    snapshots.isEmpty()
                            ? new StopInstance(ACME, instance)
                            : new RestoreSnapshot(
                                    ACME, snapshot(), "v" + random.nextInt(60), null, "k" + random.nextInt(300));
                case 12 ->
                    snapshots.isEmpty() ? new StopInstance(ACME, instance) : new DeleteSnapshot(ACME, snapshot());
                default -> new StartInstance(ACME, instance);
            };
        }

        private String snapshot() {
            return any(List.copyOf(snapshots.keySet()));
        }

        private Object outcome() {
            String volume = recent(volumes);
            String instance = recent(instances);
            long based = world.length(volume) - random.nextInt(2);
            long by = random.nextInt(6) == 0 ? fence : ++fence;
            return switch (random.nextInt(16)) {
                case 0 -> new VolumeCreateBegins(volume, "name", based, by);
                case 1, 2, 3 ->
                    new VolumeStepEnded(
                            volume,
                            VolumeOperation.CREATE,
                            based,
                            by,
                            new Result.Made("v" + by, 50 + random.nextInt(50), null, null));
                case 4 ->
                    new VolumeStepEnded(
                            volume, VolumeOperation.RESIZE, based, by, new Result.Resized(100 + random.nextInt(200)));
                case 5 ->
                    new VolumeStepEnded(
                            volume, any(List.of(VolumeOperation.values())), based, by, new Result.Failed(failure()));
                case 6 -> new VolumeStepEnded(volume, VolumeOperation.DELETE, based, by, new Result.Gone());
                case 7, 8, 9 -> attachment(volume, based, by);
                case 10 -> new MachineCreateBegins(instance, "name", world.length(instance), by);
                case 11, 12 ->
                    machine(instance, Operation.PROVISION, by, new ProviderResult.Up(seen(), "m" + by, List.of()));
                case 13 ->
                    machine(
                            instance,
                            Operation.DESTROY,
                            by,
                            new ProviderResult.Destroyed(random.nextBoolean() ? volumes : List.of()));
                case 14 -> machine(instance, Operation.PROVISION, by, new ProviderResult.Failed(failure()));
                default -> snapshotOutcome(by);
            };
        }

        private Object attachment(String volume, long based, long by) {
            AttachmentResult result = switch (random.nextInt(5)) {
                case 0, 1, 2 -> new AttachmentResult.Attached(null);
                case 3 -> new AttachmentResult.Detached();
                default -> new AttachmentResult.Failed(failure());
            };
            AttachmentOperation operation = result instanceof AttachmentResult.Detached
                    ? AttachmentOperation.DETACH
                    : any(List.of(AttachmentOperation.values()));
            return new AttachmentStepEnded(
                    volume,
                    world.directories.provided.instanceOf(volume).orElse(recent(instances)),
                    operation,
                    based,
                    by,
                    result);
        }

        private Object snapshotOutcome(long by) {
            if (snapshots.isEmpty()) {
                return new VolumeMissing(recent(volumes), 1);
            }
            String id = snapshot();
            String volume = snapshots.get(id);
            long based = world.length(id);
            return switch (random.nextInt(4)) {
                case 0 -> new SnapshotCreateBegins(id, volume, "name", based, by);
                case 1 ->
                    new SnapshotStepEnded(
                            id, volume, SnapshotOperation.DELETE, based, by, new SnapshotObservation.Result.Gone());
                default ->
                    new SnapshotStepEnded(
                            id,
                            volume,
                            SnapshotOperation.CREATE,
                            based,
                            by,
                            new SnapshotObservation.Result.Made("s" + by, 1, 50));
            };
        }

        private ProviderStepEnded machine(String id, Operation operation, long by, ProviderResult result) {
            return new ProviderStepEnded(id, operation, world.length(id) - random.nextInt(2), by, result);
        }

        private Seen seen() {
            return random.nextBoolean() ? Seen.RUNNING : Seen.STOPPED;
        }

        private ProviderFailure failure() {
            return new ProviderFailure("Reason" + random.nextInt(2), "No.", any(List.of(Certainty.values())));
        }

        private Object listing() {
            String volume = recent(volumes);
            String instance = recent(instances);
            return switch (random.nextInt(4)) {
                case 0 -> new VolumeMissing(volume, world.length(volume));
                case 1 ->
                    new ProviderMachineSeen(
                            instance,
                            world.length(instance),
                            any(List.of(Seen.values())),
                            List.of(new Address("192.0.2." + random.nextInt(3), Address.Kind.PUBLIC)));
                default ->
                    new VolumeListed(
                            volume,
                            world.length(volume) - random.nextInt(2),
                            50 + random.nextInt(250),
                            random.nextInt(4) == 0 ? null : random.nextBoolean() ? List.of(instance) : List.of());
            };
        }

        private void ask(Object command) {
            var unused = world.dispatch(command, Scenario.admin(ACME), Map.of());
            follow();
        }

        private void report(Object observation) {
            var unused = world.dispatch(observation, Caller.reconciler(), Map.of());
            follow();
        }

        private void follow() {
            for (; read < world.log.size(); read++) {
                DomainEvent event = world.log.get(read);
                books.on(event);
                switch (event) {
                    case VolumeCreated it -> volumes.add(it.volumeId());
                    case InstanceCreated it -> instances.add(it.instanceId());
                    case SnapshotCreated it -> snapshots.put(it.snapshotId(), it.volumeId());
                    default -> {}
                }
            }
            books.balance();
        }

        /** Mostly one of the last ones, which is the more likely to live. */
        private <T> T recent(List<T> some) {
            int from = random.nextInt(5) == 0 ? 0 : Math.max(0, some.size() - 6);
            return some.get(from + random.nextInt(some.size() - from));
        }

        private <T> T any(List<T> some) {
            return some.get(random.nextInt(some.size()));
        }
    }
}
