package dev.berth.infra.queue;

import dev.berth.api.snapshot.SnapshotObservation.Result;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotCreateBegins;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotDuplicate;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotStepEnded;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.infra.provider.Making;
import dev.berth.infra.provider.Surplus;
import dev.berth.infra.provider.Unmaking;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.Snapshots;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenSnapshot;
import dev.berth.sagas.snapshot.SnapshotFacts;
import dev.berth.sagas.snapshot.SnapshotPlan;
import dev.berth.sagas.volume.VolumeFacts;
import dev.berth.sagas.volume.VolumePlan;
import java.time.Duration;

/**
 * How a snapshot's steps are done.
 *
 * <p>Owns: one run of what the snapshot needs now, from its stream to the report of what was seen.<br>
 * Does not own: the row, whether the report counts, how a create is made once.<br>
 * Invariants: what is to be done is decided anew from the stream; a snapshot of a volume that is not made yet waits for it;
 * one that comes too soon after the last waits for as long as the provider says.<br>
 * On failure: the provider's words are reported, and the row is put back; what was refused for good is reported as such.
 */
final class SnapshotSteps implements StepKind {
    private final ProviderDesk desk;
    private final ResourceStreams streams;

    SnapshotSteps(ProviderDesk desk, ResourceStreams streams) {
        this.desk = desk;
        this.streams = streams;
    }

    @Override
    public String name() {
        return SnapshotPlan.KIND;
    }

    @Override
    public Ending run(StepRow row, RunnerHooks hooks, Duration deadline) {
        SnapshotFacts facts = streams.snapshot(row.resourceId()).orElse(null);
        if (facts == null || facts.plan().next().isEmpty()) {
            return new Ending.Done();
        }
        if (row.fence() <= facts.fence()) {
            return new Ending.Superseded(facts.fence());
        }
        ProviderRun run = new ProviderRun(row, hooks, deadline);
        Provider provider = desk.provider(facts.plan().accountId()).orElse(null);
        VolumeFacts volume = streams.volume(facts.plan().volumeId()).orElse(null);
        if (provider == null || volume == null) {
            return new Ending.Later(desk.pause(run), "The account or the volume is not known here yet.");
        }
        Work work = new Work(run, facts, provider.snapshots());
        return facts.plan().next().orElseThrow() == SnapshotOperation.CREATE
                ? work.create(volume.plan()).ending()
                : work.delete(volume.plan()).ending();
    }

    /** One run on one snapshot. */
    private final class Work {
        private final ProviderRun run;
        private final SnapshotFacts facts;
        private final Snapshots snapshots;
        private final String id;

        Work(ProviderRun run, SnapshotFacts facts, Snapshots snapshots) {
            this.run = run;
            this.facts = facts;
            this.snapshots = snapshots;
            this.id = facts.plan().snapshotId();
        }

        Rest create(VolumePlan volume) {
            String source = volume.providerVolumeId();
            boolean gone = volume.life() == VolumePlan.Life.DELETED || volume.making() == VolumePlan.Making.MISSING;
            if (gone || (source == null && volume.life() != VolumePlan.Life.WANTED)) {
                if (!facts.plan().begun()) {
                    return refused("volumeMissing", "The volume is gone.");
                }
                // What was sent may have been carried out before it was gone: the provider says.
            } else if (source == null) {
                return Rest.later(desk.pause(run), "The volume is not made yet.");
            }
            if (!facts.plan().begun()
                    && !desk.intend(
                            run,
                            new SnapshotCreateBegins(
                                    id,
                                    volume.volumeId(),
                                    facts.created().providerName(),
                                    facts.plan().revision(),
                                    run.row().fence()))) {
                return Rest.NOTHING;
            }
            Making<SeenSnapshot> making = run.call(() ->
                    desk.protocol().drive(snapshots, facts.plan().accountId(), facts.wish(String.valueOf(source))));
            return switch (making) {
                case Making.Made<SeenSnapshot> it -> made(it.thing());
                case Making.Waiting<SeenSnapshot> it -> trouble(SnapshotOperation.CREATE, it.words(), it.retryAfter());
                case Making.Refused<SeenSnapshot> it -> refused(it.reason(), it.words());
                case Making.Lost<SeenSnapshot> it ->
                    refused(SnapshotPlan.MISSING, "The provider has the snapshot no more.");
            };
        }

        private Rest made(SeenSnapshot snapshot) {
            String kept = desk.protocol().adopted(id).orElse("");
            for (Surplus surplus : desk.protocol().surplusOf(id)) {
                boolean gone = surplus.fate().equals("gone");
                desk.report(run, new SnapshotDuplicate(id, facts.plan().volumeId(), kept, surplus.providerId(), gone));
            }
            if (snapshot.phase() == Thing.Phase.READY) {
                Integer size = snapshot.sizeGiB();
                return ended(
                        SnapshotOperation.CREATE,
                        new Result.Made(snapshot.ref().id(), size == null ? 0 : size, snapshot.restoreGiB()));
            }
            return snapshot.phase() == Thing.Phase.FAILED
                    ? refused("failed", "The provider could not make it.")
                    : Rest.later(desk.pause(run), "The provider makes it.");
        }

        Rest delete(VolumePlan volume) {
            String source = String.valueOf(volume.providerVolumeId());
            Unmaking unmaking = run.call(
                    () -> desk.protocol().unmake(snapshots, facts.plan().accountId(), facts.wish(source)));
            return switch (unmaking) {
                case Unmaking.Gone it -> ended(SnapshotOperation.DELETE, new Result.Gone());
                case Unmaking.Waiting it -> trouble(SnapshotOperation.DELETE, it.words(), it.retryAfter());
                case Unmaking.Refused it -> trouble(SnapshotOperation.DELETE, it.words(), desk.longPause());
            };
        }

        private Rest ended(SnapshotOperation operation, Result result) {
            desk.report(
                    run,
                    new SnapshotStepEnded(
                            id,
                            facts.plan().volumeId(),
                            operation,
                            facts.plan().revision(),
                            run.row().fence(),
                            result));
            return Rest.NOTHING;
        }

        private Rest refused(String reason, String words) {
            return ended(SnapshotOperation.CREATE, new Result.Failed(ProviderDesk.refusal(reason, words)));
        }

        private Rest trouble(SnapshotOperation operation, String words, Duration pause) {
            if (ProviderDesk.isTheProviders(words)) {
                ended(operation, new Result.Failed(ProviderDesk.trouble(words)));
            }
            return Rest.later(pause, words);
        }
    }
}
