package dev.berth.command.snapshot;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.snapshot.SnapshotObservation;
import dev.berth.api.snapshot.SnapshotObservation.Result;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotCreateBegins;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotDuplicate;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotListed;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotMissing;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotStepEnded;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.command.Streams;
import dev.berth.command.account.Creation;
import dev.berth.command.volume.Volume;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.axonframework.commandhandling.CommandHandler;

/**
 * What the reconciler saw of snapshots, turned into events.
 *
 * <p>Owns: which observations count. Does not own: how they were made. Invariants: what a provider gave out is recorded,
 * whatever is wanted by then; any other outcome of what is no longer wanted changes nothing; a deletion frees the place at
 * the volume in the same unit of work, for which the volume is locked first. On failure: the same observation may come
 * again and is then void or the same.
 */
public final class SnapshotObservations {
    private final Streams<Volume> volumes;
    private final Streams<Snapshot> snapshots;

    /** The observations of a deployment. */
    public SnapshotObservations(Streams<Volume> volumes, Streams<Snapshot> snapshots) {
        this.volumes = volumes;
        this.snapshots = snapshots;
    }

    /** The provider is about to be asked for it. */
    @CommandHandler
    public Outcome<Affected> handle(SnapshotCreateBegins begins) {
        Optional<Streams.Loaded<Snapshot>> snapshot = snapshots.find(begins.snapshotId());
        boolean wanted =
                snapshot.isPresent() && snapshot.get().get(it -> mayCreate(it, begins.basedOn(), begins.fence()));
        if (!wanted) {
            return Outcome.refused(Problem.invalidState(
                    "The snapshot is not to be made.",
                    snapshot.map(it -> it.get(s -> s.state.name().toLowerCase(Locale.ROOT)))
                            .orElse("unknown")));
        }
        snapshot.get().apply(it -> it.createBegun(begins.sentName(), begins.fence()));
        return Outcome.done(new Affected(begins.snapshotId()));
    }

    private static boolean mayCreate(Snapshot snapshot, long basedOn, long fence) {
        return !snapshot.isEnding()
                && snapshot.creation != Creation.MADE
                && fence > snapshot.fence
                && basedOn >= snapshot.wantedSince;
    }

    /** A step ended. */
    @CommandHandler
    public Outcome<Affected> handle(SnapshotStepEnded ended) {
        Optional<Streams.Loaded<Volume>> volume =
                ended.result() instanceof Result.Gone ? volumes.find(ended.volumeId()) : Optional.empty();
        return on(ended, snapshot -> {
            if (snapshot.get(it -> it.state == SnapshotState.DELETED || ended.fence() <= it.fence)) {
                return;
            }
            switch (ended.result()) {
                case Result.Made made -> {
                    if (snapshot.get(it -> it.creation != Creation.MADE)) {
                        snapshot.apply(it -> it.ready(made, ended.fence()));
                    }
                }
                case Result.Gone gone -> {
                    boolean over =
                            snapshot.get(it -> it.state == SnapshotState.DELETING && ended.basedOn() >= it.wantedSince);
                    if (over && ended.operation() == SnapshotOperation.DELETE) {
                        SnapshotCommands.end(snapshot, volume, ended.fence());
                    }
                }
                case Result.Failed failed -> snapshot.apply(it -> failed(it, ended, failed.failure()));
            }
        });
    }

    private static void failed(Snapshot snapshot, SnapshotStepEnded ended, ProviderFailure failure) {
        boolean news = !snapshot.trouble.equals(failure.reason());
        if (ended.operation() == SnapshotOperation.CREATE) {
            boolean told = snapshot.creation == Creation.MADE
                    || snapshot.isEnding()
                    || (snapshot.state == SnapshotState.ERROR && !news);
            if (failure.certainty() == Certainty.REFUSED && !told) {
                snapshot.errored(failure.reason(), failure.message(), ended.fence());
            } else if (snapshot.creation == Creation.BEGUN && (failure.certain() || news)) {
                snapshot.stepFailed(ended.operation(), failure, ended.fence());
            }
        } else if (news && snapshot.state == SnapshotState.DELETING && ended.basedOn() >= snapshot.wantedSince) {
            snapshot.stepFailed(ended.operation(), failure, ended.fence());
        }
    }

    /** A complete listing has it. */
    @CommandHandler
    public Outcome<Affected> handle(SnapshotListed listed) {
        return on(listed, snapshot -> {
            boolean counts = snapshot.get(
                    it -> it.revision == listed.basedOn() && !it.isEnding() && it.creation == Creation.MADE);
            if (!counts) {
                return;
            }
            if (snapshot.get(it -> it.missing)) {
                snapshot.apply(it -> it.ready(
                        new Result.Made(String.valueOf(it.providerSnapshotId), listed.sizeGiB(), it.minSizeGiB),
                        it.fence));
            } else if (snapshot.get(it -> it.sizeGiB != listed.sizeGiB())) {
                snapshot.apply(it -> it.sizeSeen(listed.sizeGiB()));
            }
        });
    }

    /** The provider has it no more. */
    @CommandHandler
    public Outcome<Affected> handle(SnapshotMissing missing) {
        return on(missing, snapshot -> {
            boolean news = snapshot.get(it -> it.revision == missing.basedOn() && it.state == SnapshotState.READY);
            if (news) {
                snapshot.apply(
                        it -> it.errored(SnapshotRules.MISSING, "The provider has the snapshot no more.", it.fence));
            }
        });
    }

    /** The provider had a second one that bears its mark. */
    @CommandHandler
    public Outcome<Affected> handle(SnapshotDuplicate duplicate) {
        return on(
                duplicate,
                snapshot -> snapshot.apply(
                        it -> it.duplicate(duplicate.keptId(), duplicate.otherId(), duplicate.removed())));
    }

    private Outcome<Affected> on(SnapshotObservation seen, Consumer<Streams.Loaded<Snapshot>> change) {
        snapshots.find(seen.snapshotId()).ifPresent(change);
        return Outcome.done(new Affected(seen.snapshotId()));
    }
}
