package dev.berth.command.volume;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.AttachmentState;
import dev.berth.api.volume.DesiredAttachment;
import dev.berth.api.volume.VolumeObservation.AttachmentResult;
import dev.berth.api.volume.VolumeObservation.AttachmentStepEnded;
import dev.berth.command.Streams;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;

/**
 * What the reconciler saw of attachments, turned into events of their volumes.
 *
 * <p>Owns: which observations count. Does not own: how they were made. Invariants: an outcome counts for what is still
 * wanted, once per fencing number of its attachment; so an attach that ends after a detach was asked for changes nothing.
 * On failure: the same observation may come again and is then void.
 */
public final class AttachmentObservations {
    private final Streams<Volume> volumes;

    /** The observations of a deployment. */
    public AttachmentObservations(Streams<Volume> volumes) {
        this.volumes = volumes;
    }

    /** A step on one attachment ended. */
    @CommandHandler
    public Outcome<Affected> handle(AttachmentStepEnded ended) {
        volumes.find(ended.volumeId()).ifPresent(volume -> volume.apply(it -> ended(it, ended)));
        return Outcome.done(new Affected(ended.volumeId()));
    }

    private static void ended(Volume volume, AttachmentStepEnded ended) {
        String instanceId = ended.instanceId();
        Attachment attachment = volume.attachment(instanceId).orElse(null);
        if (attachment == null || ended.fence() <= attachment.fence || ended.basedOn() < attachment.wantedSince) {
            return;
        }
        boolean wanted = attachment.desired == DesiredAttachment.ATTACHED;
        switch (ended.result()) {
            case AttachmentResult.Attached attached -> {
                if (wanted && attachment.state != AttachmentState.ATTACHED) {
                    volume.attached(instanceId, attached.device(), ended.fence());
                }
            }
            case AttachmentResult.Detached detached -> {
                if (!wanted) {
                    volume.detached(instanceId, ended.fence());
                }
            }
            case AttachmentResult.Failed failed -> failed(volume, attachment, ended, failed.failure());
        }
    }

    private static void failed(
            Volume volume, Attachment attachment, AttachmentStepEnded ended, ProviderFailure failure) {
        boolean attach = ended.operation() == AttachmentOperation.ATTACH;
        boolean wanted = attachment.desired == DesiredAttachment.ATTACHED;
        boolean news = !attachment.trouble.equals(failure.reason());
        boolean refused = attach && failure.certainty() == Certainty.REFUSED;
        boolean overtaken = attach != wanted || (attach && attachment.state == AttachmentState.ATTACHED);
        if (overtaken || (!news && (!refused || attachment.state == AttachmentState.ERROR))) {
            return;
        }
        if (refused) {
            volume.attachmentErrored(ended.instanceId(), failure, ended.fence());
        } else {
            volume.attachmentStepFailed(ended.instanceId(), ended.operation(), failure, ended.fence());
        }
    }

    /** A complete listing shows it on these instances. */
    static void listed(Volume volume, List<String> attachedTo) {
        for (Map.Entry<String, Attachment> entry : List.copyOf(volume.attachments.entrySet())) {
            Attachment attachment = entry.getValue();
            boolean there = attachedTo.contains(entry.getKey());
            boolean wanted = attachment.desired == DesiredAttachment.ATTACHED;
            if (wanted && there && attachment.state != AttachmentState.ATTACHED) {
                volume.attached(entry.getKey(), null, attachment.fence);
            } else if (wanted && !there && attachment.state == AttachmentState.ATTACHED) {
                volume.attachmentLost(entry.getKey());
            }
        }
    }
}
