package dev.berth.command.volume;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.VolumeObservation.Result;
import dev.berth.api.volume.VolumeObservation.VolumeCreateBegins;
import dev.berth.api.volume.VolumeObservation.VolumeDuplicate;
import dev.berth.api.volume.VolumeObservation.VolumeListed;
import dev.berth.api.volume.VolumeObservation.VolumeMissing;
import dev.berth.api.volume.VolumeObservation.VolumeStepEnded;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.api.volume.VolumeState;
import dev.berth.command.Streams;
import dev.berth.command.account.Creation;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.quota.Quota;
import dev.berth.command.quota.Refund;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;

/**
 * What the reconciler saw of volumes, turned into events.
 *
 * <p>Owns: which observations count. Does not own: how they were made; attachments, but for what listings show of them.
 * Invariants: what a provider gave out is recorded, whatever is wanted by then; any other outcome of what is no longer
 * wanted changes nothing; a deletion, and a resize that was refused, give back their charge in the unit of work of their
 * event, once. On failure: the same observation may come again and is then void or the same.
 */
public final class VolumeObservations {
    private static final MetaData LINK = MetaData.emptyInstance();

    private final Streams<Volume> volumes;
    private final Streams<Quota> quotas;
    private final VolumeEnding ending;

    /** The observations of a deployment. */
    public VolumeObservations(Streams<Volume> volumes, Streams<Network> networks, Streams<Quota> quotas, Names names) {
        this.volumes = volumes;
        this.quotas = quotas;
        this.ending = new VolumeEnding(networks, names);
    }

    /** The provider is about to be asked for it. */
    @CommandHandler
    public Outcome<Affected> handle(VolumeCreateBegins begins) {
        Optional<Streams.Loaded<Volume>> volume = volumes.find(begins.volumeId());
        boolean wanted = volume.isPresent() && volume.get().get(it -> mayCreate(it, begins.basedOn(), begins.fence()));
        if (!wanted) {
            return Outcome.refused(Problem.invalidState(
                    "The volume is not to be made.",
                    volume.map(it -> it.get(v -> v.state.name().toLowerCase(Locale.ROOT)))
                            .orElse("unknown")));
        }
        volume.get().apply(it -> it.createBegun(begins.sentName(), begins.fence()));
        return Outcome.done(new Affected(begins.volumeId()));
    }

    private static boolean mayCreate(Volume volume, long basedOn, long fence) {
        return !volume.isEnding()
                && volume.creation != Creation.MADE
                && fence > volume.fence
                && basedOn >= volume.wantedSince;
    }

    /** A step on the volume itself ended. */
    @CommandHandler
    public Outcome<Affected> handle(VolumeStepEnded ended) {
        return on(ended.volumeId(), volume -> {
            boolean alive = volume.get(it -> it.state != VolumeState.DELETED && ended.fence() > it.fence);
            if (!alive) {
                return;
            }
            switch (ended.result()) {
                case Result.Made made -> {
                    if (volume.get(it -> it.creation != Creation.MADE)) {
                        volume.apply(it -> it.ready(made, ended.fence()));
                    }
                }
                case Result.Resized resized -> {
                    if (volume.get(it -> mayResize(it) && resized.sizeGiB() > it.observedGiB)) {
                        volume.apply(it -> it.resized(resized.sizeGiB(), ended.fence()));
                    }
                }
                case Result.Gone gone -> {
                    if (ended.operation() == VolumeOperation.DELETE && volume.get(it -> mayEnd(it, ended))) {
                        Refund.all(quotas, List.of(ending.end(volume, ended.fence())), LINK);
                    }
                }
                case Result.Failed failed -> failed(volume, ended, failed.failure());
            }
        });
    }

    private static boolean mayResize(Volume volume) {
        return volume.creation == Creation.MADE && !volume.missing && !volume.isEnding();
    }

    private static boolean mayEnd(Volume volume, VolumeStepEnded ended) {
        return volume.state == VolumeState.DELETING
                && volume.attachments.isEmpty()
                && ended.basedOn() >= volume.wantedSince;
    }

    private void failed(Streams.Loaded<Volume> volume, VolumeStepEnded ended, ProviderFailure failure) {
        VolumeOperation operation = ended.operation();
        boolean current = volume.get(it -> ended.basedOn() >= it.wantedSince);
        switch (ended.operation()) {
            case CREATE -> volume.apply(it -> notCreated(it, failure, ended.fence()));
            case RESIZE -> {
                if (current && volume.get(it -> mayResize(it) && it.observedGiB < it.sizeGiB)) {
                    notResized(volume, failure, ended.fence());
                }
            }
            case DELETE -> {
                if (current && volume.get(it -> it.state == VolumeState.DELETING && isNews(it, failure))) {
                    volume.apply(it -> it.stepFailed(VolumeOperation.DELETE, failure, ended.fence()));
                }
            }
        }
    }

    /** Whether it was not done for another reason than the last time. */
    private static boolean isNews(Volume volume, ProviderFailure failure) {
        return !volume.trouble.equals(failure.reason());
    }

    /** A refusal is told once; what is known of whether the provider has it is recorded always. */
    private static void notCreated(Volume volume, ProviderFailure failure, long fence) {
        boolean news = isNews(volume, failure);
        boolean told =
                volume.creation == Creation.MADE || volume.isEnding() || (volume.state == VolumeState.ERROR && !news);
        if (failure.certainty() == Certainty.REFUSED && !told) {
            volume.errored(failure.reason(), failure.message(), fence);
        } else if (volume.creation == Creation.BEGUN && (failure.certain() || news)) {
            volume.stepFailed(VolumeOperation.CREATE, failure, fence);
        }
    }

    private void notResized(Streams.Loaded<Volume> volume, ProviderFailure failure, long fence) {
        if (failure.certainty() == Certainty.REFUSED) {
            Quotas back = Quotas.ofDisk(volume.get(it -> it.sizeGiB - it.observedGiB));
            volume.apply(it -> it.resizeRefused(failure, fence));
            Refund refund = new Refund(volume.get(it -> it.quotaId), volume.get(Volume::id), back);
            Refund.all(quotas, List.of(refund), LINK);
        } else if (volume.get(it -> isNews(it, failure))) {
            volume.apply(it -> it.stepFailed(VolumeOperation.RESIZE, failure, fence));
        }
    }

    /** A complete listing has it. */
    @CommandHandler
    public Outcome<Affected> handle(VolumeListed listed) {
        return on(listed.volumeId(), volume -> {
            if (volume.get(it -> it.revision != listed.basedOn() || it.isEnding() || it.creation != Creation.MADE)) {
                return;
            }
            if (volume.get(it -> it.missing)) {
                volume.apply(it -> it.ready(it.asMade(listed.sizeGiB()), it.fence));
            } else if (volume.get(it -> listed.sizeGiB() > it.observedGiB)) {
                volume.apply(it -> it.resized(listed.sizeGiB(), it.fence));
            }
            List<String> attachedTo = listed.attachedTo();
            if (attachedTo != null) {
                volume.apply(it -> AttachmentObservations.listed(it, attachedTo));
            }
        });
    }

    /** The provider has it no more. */
    @CommandHandler
    public Outcome<Affected> handle(VolumeMissing missing) {
        return on(missing.volumeId(), volume -> {
            boolean news = volume.get(it ->
                    it.revision == missing.basedOn() && !it.isEnding() && it.creation == Creation.MADE && !it.missing);
            if (news) {
                volume.apply(it -> it.errored(
                        VolumeRules.MISSING, "The provider has the volume no more; what was on it is gone.", it.fence));
            }
        });
    }

    /** The provider had a second one that bears its mark. */
    @CommandHandler
    public Outcome<Affected> handle(VolumeDuplicate duplicate) {
        return on(
                duplicate.volumeId(),
                volume ->
                        volume.apply(it -> it.duplicate(duplicate.keptId(), duplicate.otherId(), duplicate.removed())));
    }

    private Outcome<Affected> on(String volumeId, Consumer<Streams.Loaded<Volume>> change) {
        volumes.find(volumeId).ifPresent(change);
        return Outcome.done(new Affected(volumeId));
    }
}
