package dev.berth.infra.queue;

import dev.berth.api.volume.Mount;
import dev.berth.api.volume.VolumeObservation.Result;
import dev.berth.api.volume.VolumeObservation.VolumeCreateBegins;
import dev.berth.api.volume.VolumeObservation.VolumeDuplicate;
import dev.berth.api.volume.VolumeObservation.VolumeStepEnded;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.infra.provider.Making;
import dev.berth.infra.provider.Surplus;
import dev.berth.infra.provider.Unmaking;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.Volumes;
import dev.berth.sagas.volume.VolumeFacts;
import dev.berth.sagas.volume.VolumePlan;
import dev.berth.sagas.volume.VolumeTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a volume's steps are done, those on its attachments included.
 *
 * <p>Owns: one run of what the volume needs now, from its stream to the report of what was seen.<br>
 * Does not own: the row, whether the report counts, how a create is made once.<br>
 * Invariants: what is to be done is decided anew from the stream; tasks of one volume don't wait for each other; nothing is
 * waited for: what takes time is looked at again in a later run.<br>
 * On failure: the provider's words are reported, and the row is put back; what was refused for good is reported as such.
 */
final class VolumeSteps implements StepKind {
    private final ProviderDesk desk;
    private final ResourceStreams streams;
    private final StepRows rows;
    private final boolean retries;

    /** @param retries whether these are the steps that ask again for what was refused */
    VolumeSteps(ProviderDesk desk, ResourceStreams streams, StepRows rows, boolean retries) {
        this.desk = desk;
        this.streams = streams;
        this.rows = rows;
        this.retries = retries;
    }

    @Override
    public String name() {
        return retries ? VolumePlan.RETRY_KIND : VolumePlan.KIND;
    }

    @Override
    public Ending run(StepRow row, RunnerHooks hooks, Duration deadline) {
        VolumeFacts facts = streams.volume(row.resourceId()).orElse(null);
        if (facts == null) {
            return new Ending.Done();
        }
        VolumePlan plan = facts.plan();
        List<VolumeTask> tasks = retries && plan.tasks().isEmpty() ? plan.retries() : plan.tasks();
        if (tasks.isEmpty()) {
            return new Ending.Done();
        }
        if (row.fence() <= facts.fence()) {
            return new Ending.Superseded(facts.fence());
        }
        ProviderRun run = new ProviderRun(row, hooks, deadline);
        Provider provider = desk.provider(facts.plan().accountId()).orElse(null);
        if (provider == null) {
            return new Ending.Later(desk.pause(run), "The account is not known here yet.");
        }
        Rest rest = Rest.NOTHING;
        for (VolumeTask task : tasks) {
            rest = run.hasTime()
                    ? rest.and(new Work(run, facts, provider).run(task))
                    : Rest.later(Duration.ZERO, "There is more to do.");
        }
        return rest.ending();
    }

    /** One run on one volume. */
    private final class Work {
        private final ProviderRun run;
        private final VolumeFacts facts;
        private final Volumes volumes;
        private final String id;
        private final long basedOn;

        Work(ProviderRun run, VolumeFacts facts, Provider provider) {
            this.run = run;
            this.facts = facts;
            this.volumes = provider.volumes();
            this.id = facts.plan().volumeId();
            this.basedOn = facts.plan().revision();
        }

        Rest run(VolumeTask task) {
            return switch (task.kind()) {
                case CREATE -> create();
                case RESIZE -> resize();
                case DELETE -> delete();
                case ATTACH -> attachment(task).attach();
                case DETACH -> attachment(task).detach();
            };
        }

        private AttachmentWork attachment(VolumeTask task) {
            return new AttachmentWork(desk, streams, run, facts, volumes, String.valueOf(task.instanceId()));
        }

        private Rest create() {
            String accountId = facts.plan().accountId();
            if (!facts.plan().begun()
                    && !desk.intend(
                            run,
                            new VolumeCreateBegins(
                                    id,
                                    facts.created().providerName(),
                                    basedOn,
                                    run.row().fence()))) {
                return Rest.NOTHING;
            }
            Making<SeenVolume> making = run.call(() -> desk.protocol().drive(volumes, accountId, facts.wish()));
            return switch (making) {
                case Making.Made<SeenVolume> it -> made(it.thing());
                case Making.Waiting<SeenVolume> it -> trouble(VolumeOperation.CREATE, it.words(), it.retryAfter());
                case Making.Refused<SeenVolume> it -> refused(VolumeOperation.CREATE, it.reason(), it.words());
                case Making.Lost<SeenVolume> it ->
                    refused(VolumeOperation.CREATE, VolumePlan.MISSING, "The provider has the volume no more.");
            };
        }

        private Rest made(SeenVolume volume) {
            duplicates();
            if (volume.phase() == Thing.Phase.READY) {
                String source = volume.mountSource();
                return ended(
                        VolumeOperation.CREATE,
                        new Result.Made(
                                volume.ref().id(),
                                volume.sizeGiB(),
                                volume.device(),
                                source == null ? null : new Mount(source, "nfs4")));
            }
            if (volume.phase() == Thing.Phase.MAKING) {
                return Rest.later(desk.pause(run), "The provider makes it.");
            }
            if (volume.phase() == Thing.Phase.FAILED) {
                // What there is of it is only good to be removed; another is made when it is asked for again.
                run.call(() -> volumes.remove(volume.ref()));
                desk.protocol().forget(id);
            }
            return refused(VolumeOperation.CREATE, "failed", "The provider could not make it.");
        }

        private void duplicates() {
            String kept = desk.protocol().adopted(id).orElse("");
            for (Surplus surplus : desk.protocol().surplusOf(id)) {
                boolean gone = surplus.fate().equals("gone");
                desk.report(run, new VolumeDuplicate(id, kept, surplus.providerId(), gone));
            }
        }

        private Rest resize() {
            ProviderRef ref = facts.ref().orElseThrow();
            int wanted = facts.plan().sizeGiB();
            Asking<SeenVolume> asking = desk.ask(
                    run,
                    id + " resize " + wanted,
                    () -> volumes.resize(ref, wanted),
                    operation -> volumes.progress(ref, operation),
                    () -> volumes.observe(ref),
                    it -> it.sizeGiB() >= wanted);
            return switch (asking) {
                case Asking.Shown<SeenVolume> it ->
                    ended(VolumeOperation.RESIZE, new Result.Resized(size(it.thing(), wanted)));
                case Asking.Refused<SeenVolume> it -> refused(VolumeOperation.RESIZE, it.reason(), it.words());
                case Asking.Missing<SeenVolume> it -> trouble(VolumeOperation.RESIZE, it.words(), desk.longPause());
                case Asking.Waiting<SeenVolume> it -> waiting(VolumeOperation.RESIZE, it);
            };
        }

        private int size(@Nullable SeenVolume seen, int wanted) {
            return seen == null ? wanted : seen.sizeGiB();
        }

        private Rest delete() {
            Unmaking unmaking =
                    run.call(() -> desk.protocol().unmake(volumes, facts.plan().accountId(), facts.wish()));
            return switch (unmaking) {
                case Unmaking.Gone it -> ended(VolumeOperation.DELETE, new Result.Gone());
                case Unmaking.Waiting it -> {
                    freeStray();
                    yield trouble(VolumeOperation.DELETE, it.words(), it.retryAfter());
                }
                case Unmaking.Refused it -> {
                    freeStray();
                    yield trouble(VolumeOperation.DELETE, it.words(), desk.longPause());
                }
            };
        }

        /** It can't be removed while it is on a machine, and an attach that was thought lost may have come late. */
        private void freeStray() {
            Optional<ProviderRef> ref = facts.ref();
            if (ref.isPresent()
                    && run.row().attempts() > 1
                    && volumes.observe(ref.get()) instanceof Answer.Done<SeenVolume>(SeenVolume seen)
                    && seen.machineId() != null) {
                volumes.detach(
                        ref.get(),
                        ProviderRef.of(seen.machineId(), facts.created().region()));
            }
        }

        private Rest ended(VolumeOperation operation, Result result) {
            desk.report(
                    run, new VolumeStepEnded(id, operation, basedOn, run.row().fence(), result));
            if (result instanceof Result.Made) {
                // Its snapshots wait for it.
                rows.hurry(facts.snapshots());
            }
            return Rest.NOTHING;
        }

        private Rest refused(VolumeOperation operation, String reason, String words) {
            return ended(operation, new Result.Failed(ProviderDesk.refusal(reason, words)));
        }

        private Rest waiting(VolumeOperation operation, Asking.Waiting<SeenVolume> waiting) {
            String words = waiting.trouble();
            return words == null
                    ? Rest.later(waiting.pause(), "The provider works on it.")
                    : trouble(operation, words, waiting.pause());
        }

        private Rest trouble(VolumeOperation operation, String words, Duration pause) {
            if (ProviderDesk.isTheProviders(words)) {
                ended(operation, new Result.Failed(ProviderDesk.trouble(words)));
            }
            return Rest.later(pause, words);
        }
    }
}
