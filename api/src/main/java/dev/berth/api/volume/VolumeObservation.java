package dev.berth.api.volume;

import dev.berth.api.account.ProviderFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the reconciler reports of a volume, each as a command to its aggregate. */
public sealed interface VolumeObservation {
    /** The volume. */
    String volumeId();

    /**
     * The provider is about to be asked for the volume, under this name. It may be asked only where this is answered with done; a refusal
     * means that the volume is not to be made any more, or is there already.
     */
    record VolumeCreateBegins(String volumeId, String sentName, long basedOn, long fence)
            implements VolumeObservation {}

    /**
     * A step on the volume itself ended.
     *
     * @param basedOn the volume's revision from which the step began
     * @param fence   the step's fencing number; outcomes of older steps are ignored
     */
    record VolumeStepEnded(String volumeId, VolumeOperation operation, long basedOn, long fence, Result result)
            implements VolumeObservation {}

    /** A step on one attachment ended; each attachment has fences of its own. */
    record AttachmentStepEnded(
            String volumeId,
            String instanceId,
            AttachmentOperation operation,
            long basedOn,
            long fence,
            AttachmentResult result)
            implements VolumeObservation {}

    /**
     * A complete listing has the volume.
     *
     * @param basedOn    the revision that the listing is compared with; a later one makes it void
     * @param attachedTo the instances on whose machines the provider shows it; null where the provider does not tell
     */
    record VolumeListed(
            String volumeId,
            long basedOn,
            int sizeGiB,
            @Nullable List<String> attachedTo) implements VolumeObservation {}

    /** The provider has it no more, in two complete listings in a row. */
    record VolumeMissing(String volumeId, long basedOn) implements VolumeObservation {}

    /** The provider has, or had, a second one that bears its mark; {@code removed} once that is gone. */
    record VolumeDuplicate(String volumeId, String keptId, String otherId, boolean removed)
            implements VolumeObservation {}

    /** How a step on the volume ended. */
    sealed interface Result {
        /** The provider has it. */
        record Made(
                String providerVolumeId,
                int sizeGiB,
                @Nullable String device,
                @Nullable Mount mount) implements Result {}

        /** It has this size. */
        record Resized(int sizeGiB) implements Result {}

        /** The provider has it no more, or never had it. */
        record Gone() implements Result {}

        /** Not done. */
        record Failed(ProviderFailure failure) implements Result {}
    }

    /** How a step on an attachment ended. */
    sealed interface AttachmentResult {
        /** It is on the instance's machine. */
        record Attached(@Nullable String device) implements AttachmentResult {}

        /** It is not on the instance's machine; nor is it where that is gone. */
        record Detached() implements AttachmentResult {}

        /** Not done. */
        record Failed(ProviderFailure failure) implements AttachmentResult {}
    }
}
