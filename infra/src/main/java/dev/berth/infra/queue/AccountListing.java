package dev.berth.infra.queue;

import dev.berth.api.account.AccountObservation.AccountAnswered;
import dev.berth.api.account.AccountObservation.AccountRefused;
import dev.berth.api.instance.InstanceObservation.MachineDuplicate;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotDuplicate;
import dev.berth.api.volume.VolumeObservation.VolumeDuplicate;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.infra.provider.Surplus;
import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceSaga;
import dev.berth.sagas.network.NetworkPlan;
import dev.berth.sagas.network.NetworkSaga;
import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Makes;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.Providers;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenNetwork;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.snapshot.SnapshotPlan;
import dev.berth.sagas.snapshot.SnapshotSaga;
import dev.berth.sagas.volume.VolumePlan;
import dev.berth.sagas.volume.VolumeSaga;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what an account has with what is recorded of it.
 *
 * <p>Owns: one pass over one account.<br>
 * Does not own: what becomes of a resource that is seen otherwise; the comparison of each kind.<br>
 * Invariants: what is compared was read before the listing began, and each report says from which revision, so that anything
 * that happened since makes it void; a resource with a step in the queue is left out; absence counts after two complete
 * listings in a row and a look at the thing itself; what carries no mark of ours is never touched.<br>
 * On failure: nothing is concluded from a listing that failed.
 */
final class AccountListing {
    private static final Logger LOG = LoggerFactory.getLogger(AccountListing.class);

    private final Providers providers;
    private final CreateProtocol protocol;
    private final SagaRows sagas;
    private final ResourceStreams streams;
    private final StepRows rows;
    private final Observations observations;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<String, Boolean> answered = new ConcurrentHashMap<>();

    AccountListing(
            Providers providers,
            CreateProtocol protocol,
            SagaRows sagas,
            ResourceStreams streams,
            StepRows rows,
            Observations observations) {
        this.providers = providers;
        this.protocol = protocol;
        this.sagas = sagas;
        this.streams = streams;
        this.rows = rows;
        this.observations = observations;
    }

    /** One pass. */
    void compare(AccountRef account) {
        Provider provider = providers.of(account);
        Pass pass = new Pass(account.accountId(), provider);
        pass.machines();
        pass.volumes(VolumeKind.BLOCK);
        pass.volumes(VolumeKind.SHARED);
        pass.snapshots(VolumeKind.BLOCK);
        pass.snapshots(VolumeKind.SHARED);
        pass.networks();
    }

    private <P extends ResourcePlan, S extends ResourceSaga> List<P> plans(
            Class<S> saga, String accountId, Class<P> plan) {
        return sagas.ofAccount(saga, accountId).stream()
                .map(ResourceSaga::plan)
                .filter(Objects::nonNull)
                .map(plan::cast)
                .toList();
    }

    /** What one account has, as far as this pass has seen. */
    private final class Pass {
        private final String accountId;
        private final Provider provider;
        private final String cause;

        Pass(String accountId, Provider provider) {
            this.accountId = accountId;
            this.provider = provider;
            this.cause = "listing-" + accountId;
        }

        private void report(Object observation) {
            observations.report(observation, cause);
        }

        /** A complete listing, in which what is surplus has been dealt with. */
        private <T extends Thing> Optional<Listing<T>> list(Makes<?, T> port, Supplier<Answer<Listing<T>>> list) {
            Answer<Listing<T>> answer = list.get();
            tellCredential(answer);
            if (answer instanceof Answer.Done<Listing<T>>(Listing<T> listing)) {
                protocol.sweep(port, accountId, listing).forEach(this::tellSurplus);
                return Optional.of(listing);
            }
            LOG.atInfo()
                    .addKeyValue("accountId", accountId)
                    .addKeyValue("answer", answer)
                    .log("An account could not be listed");
            return Optional.empty();
        }

        /** A second copy is in the history of what it is a copy of. */
        private void tellSurplus(Surplus surplus) {
            if (!surplus.reason().equals("second")) {
                return;
            }
            String id = surplus.marker();
            String kept = protocol.adopted(id).orElse("");
            boolean gone = surplus.fate().equals("gone");
            if (id.startsWith("pvol_")) {
                report(new VolumeDuplicate(id, kept, surplus.providerId(), gone));
            } else if (id.startsWith("inst_")) {
                report(new MachineDuplicate(id, kept, surplus.providerId(), gone));
            } else if (id.startsWith("psnap_")) {
                streams.snapshot(id)
                        .map(it -> it.plan().volumeId())
                        .ifPresent(volumeId ->
                                report(new SnapshotDuplicate(id, volumeId, kept, surplus.providerId(), gone)));
            }
        }

        private void tellCredential(Answer<?> answer) {
            if (answer instanceof Answer.Refused<?> it) {
                if (refused.add(accountId)) {
                    report(new AccountRefused(accountId, it.words()));
                }
            } else if (answer instanceof Answer.Done<?>
                    && (refused.remove(accountId) || answered.putIfAbsent(accountId, true) == null)) {
                report(new AccountAnswered(accountId));
            }
        }

        /** Those that have no step in the queue, and of which nothing has happened since. */
        private <P extends ResourcePlan> List<P> idle(List<P> plans) {
            Set<String> present =
                    rows.present(plans.stream().map(ResourcePlan::resourceId).toList());
            return plans.stream()
                    .filter(it -> !present.contains(it.resourceId()))
                    .toList();
        }

        private <T extends Thing> Map<String, T> byId(Listing<T> listing) {
            return listing.things().stream()
                    .filter(it -> it.phase() != Thing.Phase.GOING)
                    .collect(Collectors.toMap(it -> it.ref().id(), Function.identity(), (a, b) -> a));
        }

        /**
         * Compares each with what the listing has of it; what is absent is looked for in a second listing, and then by
         * itself.
         */
        private <P extends ResourcePlan, T extends Thing> void compare(
                List<P> plans, Makes<?, T> port, Supplier<Answer<Listing<T>>> list, Compared<P, T> compared) {
            Optional<Map<String, T>> first = list(port, list).map(this::byId);
            if (first.isEmpty()) {
                return;
            }
            List<P> absent = new ArrayList<>();
            for (P plan : idle(plans)) {
                T thing = first.get().get(compared.providerId(plan));
                if (thing != null) {
                    compared.there(plan, thing);
                } else if (compared.isExpected(plan)) {
                    absent.add(plan);
                }
            }
            if (absent.isEmpty()) {
                return;
            }
            Optional<Map<String, T>> second = list(port, list).map(this::byId);
            if (second.isEmpty()) {
                return;
            }
            for (P plan : idle(absent)) {
                if (!second.get().containsKey(compared.providerId(plan)) && compared.isMissing(plan)) {
                    LOG.atWarn()
                            .addKeyValue("resourceId", plan.resourceId())
                            .addKeyValue("accountId", accountId)
                            .log("The provider no longer has something that is recorded");
                    compared.absent(plan);
                }
            }
        }

        void machines() {
            compare(
                    plans(InstanceSaga.class, accountId, InstancePlan.class),
                    provider.machines(),
                    provider.machines()::list,
                    new ComparedMachines(provider, protocol, this::report));
        }

        void volumes(VolumeKind kind) {
            Map<String, String> instances = new HashMap<>();
            for (InstancePlan plan : plans(InstanceSaga.class, accountId, InstancePlan.class)) {
                if (plan.machineId() != null) {
                    instances.put(plan.machineId(), plan.instanceId());
                }
            }
            List<VolumePlan> those = plans(VolumeSaga.class, accountId, VolumePlan.class).stream()
                    .filter(it -> it.shared() == (kind == VolumeKind.SHARED))
                    .toList();
            compare(
                    those,
                    provider.volumes(),
                    () -> provider.volumes().list(kind),
                    new ComparedVolumes(provider, protocol, streams, instances, this::report));
        }

        void snapshots(VolumeKind kind) {
            List<SnapshotPlan> those = plans(SnapshotSaga.class, accountId, SnapshotPlan.class).stream()
                    .filter(it -> it.shared() == (kind == VolumeKind.SHARED))
                    .toList();
            compare(
                    those,
                    provider.snapshots(),
                    () -> provider.snapshots().list(kind),
                    new ComparedSnapshots(provider, protocol, this::report));
        }

        void networks() {
            Optional<Map<String, SeenNetwork>> first =
                    list(provider.networks(), provider.networks()::list).map(this::byId);
            List<NetworkPlan> plans = plans(NetworkSaga.class, accountId, NetworkPlan.class);
            if (first.isEmpty() || ComparedNetworks.absent(plans, first.get()).isEmpty()) {
                return;
            }
            Optional<Map<String, SeenNetwork>> second =
                    list(provider.networks(), provider.networks()::list).map(this::byId);
            second.ifPresent(it -> new ComparedNetworks(provider, protocol, this::report)
                    .report(ComparedNetworks.absent(idle(plans), it)));
        }
    }
}
