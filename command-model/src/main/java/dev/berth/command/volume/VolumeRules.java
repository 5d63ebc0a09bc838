package dev.berth.command.volume;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Resources;
import dev.berth.api.volume.AttachmentState;
import dev.berth.api.volume.CreateVolume;
import dev.berth.api.volume.DesiredAttachment;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeState;
import dev.berth.command.account.Creation;
import dev.berth.command.instance.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What may be done with a volume in which state: each rule is a function that answers a refusal or allows. */
public final class VolumeRules {
    /** The reason of an error that means that the provider has it no more. */
    public static final String MISSING = "missing";

    /** How many snapshots that are not deleted a volume has at most. */
    static final int MAX_SNAPSHOTS = 25;

    private VolumeRules() {}

    /** What belongs to shared volumes, and to block volumes, alone. */
    static Optional<Problem> shape(CreateVolume command) {
        List<Violation> violations = new ArrayList<>();
        if (command.kind() == VolumeKind.BLOCK && command.networkId() != null) {
            violations.add(new Violation("networkId", "belongs to shared volumes alone"));
        }
        if (command.kind() == VolumeKind.SHARED) {
            if (command.networkId() == null) {
                violations.add(new Violation("networkId", "is required for a shared volume"));
            }
            if (command.filesystem() != null && command.filesystem() != Filesystem.NONE) {
                violations.add(new Violation("filesystem", "belongs to block volumes alone"));
            }
            if (command.deleteWithInstance()) {
                violations.add(new Violation("deleteWithInstance", "belongs to block volumes alone"));
            }
        }
        return violations.isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(violations));
    }

    /** Volumes go on provider instances of their own account, region and, if shared, network. */
    static Optional<Problem> fits(Place place, Instance instance) {
        Optional<String> refusal = Optional.empty();
        if (!instance.ofProvider()) {
            refusal = Optional.of("must name an instance in a provider pool");
        } else if (!instance.isAt(place.accountId(), place.region())) {
            refusal = Optional.of("must name an instance of the volume's account and region");
        } else if (place.kind() == VolumeKind.SHARED && !instance.isIn(place.networkId())) {
            refusal = Optional.of("must name an instance on the volume's network");
        }
        return refusal.map(it -> Problem.invalid("instanceId", it));
    }

    /** Where a volume is, or is to be. */
    record Place(
            String accountId,
            String region,
            VolumeKind kind,
            @org.jspecify.annotations.Nullable String networkId) {
        static Place of(Volume volume) {
            return new Place(volume.accountId, volume.region, volume.kind, volume.networkId);
        }
    }

    /** Nothing more is done with a volume that is to be deleted, or that is gone. */
    public static Optional<Problem> usable(Volume volume) {
        if (volume.isEnding()) {
            return Optional.of(stateProblem(volume, "The volume is being deleted."));
        }
        return volume.missing
                ? Optional.of(stateProblem(volume, "The provider has the volume no more; delete it."))
                : Optional.empty();
    }

    /** Whether it is wanted on the instance already. */
    static boolean isWantedOn(Volume volume, String instanceId) {
        return volume.attachment(instanceId)
                .filter(it -> it.desired == DesiredAttachment.ATTACHED)
                .isPresent();
    }

    /** A block volume goes on one instance; nothing goes back to where it is being taken from. */
    static Optional<Problem> mayAttach(Volume volume, String instanceId) {
        boolean detaching = volume.attachments.entrySet().stream()
                .filter(it -> volume.kind == VolumeKind.BLOCK || it.getKey().equals(instanceId))
                .anyMatch(it -> it.getValue().desired == DesiredAttachment.DETACHED);
        if (detaching) {
            return Optional.of(stateProblem(volume, "The volume is being detached; attach it again once it is."));
        }
        return volume.kind == VolumeKind.BLOCK && !volume.attachments.isEmpty()
                ? Optional.of(Problem.conflict(
                        "The volume is on another instance; detach it first.",
                        "instanceId",
                        volume.attachments.keySet().iterator().next()))
                : Optional.empty();
    }

    /** A shared volume is detached from an instance that is named. */
    static Optional<Problem> namesInstance(Volume volume, @org.jspecify.annotations.Nullable String instanceId) {
        return volume.kind == VolumeKind.SHARED && instanceId == null
                ? Optional.of(Problem.invalid("instanceId", "is required for a shared volume"))
                : Optional.empty();
    }

    /** What goes with its machine is not taken from it any more. */
    static Optional<Problem> staysOnItsInstance(Volume volume) {
        return volume.state == VolumeState.DELETING
                ? Optional.of(stateProblem(volume, "The volume goes with its instance, which is being deleted."))
                : Optional.empty();
    }

    /** Whether the provider was certainly never asked to attach it, or has refused to. */
    static boolean neverAttached(Volume volume, String instanceId, boolean machineThere) {
        return volume.missing
                || volume.attachment(instanceId)
                        .filter(it -> it.state == AttachmentState.ERROR
                                || (it.state == AttachmentState.PENDING
                                        && (volume.providerVolumeId == null || !machineThere)))
                        .isPresent();
    }

    /** Whether it goes with the machine of an instance that is being deleted. */
    static boolean goesWithMachine(Volume volume, String instanceId, boolean machineThere) {
        return volume.deleteWithInstance
                && machineThere
                && !volume.missing
                && !volume.isEnding()
                && volume.attachment(instanceId)
                        .filter(it -> it.state == AttachmentState.ATTACHED && it.desired == DesiredAttachment.ATTACHED)
                        .isPresent();
    }

    /** Volumes grow. */
    static Optional<Problem> grows(Volume volume, int toGiB) {
        return toGiB < volume.sizeGiB
                ? Optional.of(Problem.invalid("sizeGiB", "must not be less than the " + volume.sizeGiB + " it has"))
                : Optional.empty();
    }

    /** What an instance has is not deleted. */
    static Optional<Problem> onNoInstance(Volume volume) {
        return volume.attachments.isEmpty()
                ? Optional.empty()
                : Optional.of(stateProblem(volume, "The volume is on an instance; detach it first."));
    }

    /** Whether the provider certainly has nothing of it, so that nobody has to be asked to delete it. */
    static boolean neverMade(Volume volume) {
        return volume.creation == Creation.NONE;
    }

    /** A volume has so many snapshots, each with a name of its own. */
    public static Optional<Problem> maySnapshot(Volume volume, String name) {
        Optional<String> holder = volume.snapshots.entrySet().stream()
                .filter(it -> it.getValue().equals(name))
                .map(Map.Entry::getKey)
                .findFirst();
        if (holder.isPresent()) {
            return Optional.of(
                    Problem.conflict("Another snapshot of the volume has this name.", "snapshotId", holder.get()));
        }
        return volume.snapshots.size() >= MAX_SNAPSHOTS
                ? Optional.of(new Problem(
                        ErrorCode.QUOTA_EXCEEDED,
                        "The volume has " + MAX_SNAPSHOTS + " snapshots, which is the most; delete one first.",
                        Map.of("resource", "snapshots", "limit", MAX_SNAPSHOTS)))
                : Optional.empty();
    }

    /** A volume that the tenant has not. */
    public static Problem notFound(String volumeId) {
        return Problem.notFound("volume", "compute-provider-volume/" + volumeId);
    }

    static Problem stateProblem(Volume volume, String detail) {
        return Problem.invalidState(detail, volume.state.name().toLowerCase(Locale.ROOT));
    }

    /** The volume as policies see it. */
    public static ResourceRef resource(Volume volume) {
        return Resources.volume(
                volume.id(),
                volume.tenantId,
                volume.createdBy,
                volume.projectId,
                volume.poolId,
                volume.state.name().toLowerCase(Locale.ROOT),
                volume.kind,
                volume.sizeGiB,
                volume.region);
    }
}
