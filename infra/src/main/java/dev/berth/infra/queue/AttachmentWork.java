package dev.berth.infra.queue;

import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.VolumeObservation.AttachmentResult;
import dev.berth.api.volume.VolumeObservation.AttachmentStepEnded;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.ProviderSide;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.Volumes;
import dev.berth.sagas.volume.VolumeFacts;
import dev.berth.sagas.volume.VolumePlan;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run on one attachment of a volume.
 *
 * <p>An attach waits until the instance's machine is up. A detach is asked for also while an attach runs, and is not over
 * while an attach whose answer was lost may still come.
 */
final class AttachmentWork {
    private final ProviderDesk desk;
    private final ResourceStreams streams;
    private final ProviderRun run;
    private final VolumeFacts facts;
    private final Volumes volumes;
    private final String id;
    private final String instanceId;
    private final long basedOn;

    AttachmentWork(
            ProviderDesk desk,
            ResourceStreams streams,
            ProviderRun run,
            VolumeFacts facts,
            Volumes volumes,
            String instanceId) {
        this.desk = desk;
        this.streams = streams;
        this.run = run;
        this.facts = facts;
        this.volumes = volumes;
        this.id = facts.plan().volumeId();
        this.instanceId = instanceId;
        this.basedOn = facts.plan().revision();
    }

    /** Sees to it that the volume is on the instance's machine. */
    Rest attach() {
        InstanceFacts instance = streams.instance(instanceId).orElse(null);
        String machineId = instance == null ? null : upMachine(instance);
        if (machineId == null) {
            return Rest.later(desk.pause(run), "The instance has no machine yet.");
        }
        ProviderRef ref = facts.ref().orElseThrow();
        ProviderRef machine = ProviderRef.of(machineId, facts.created().region());
        @Nullable String network = facts.created().networkProviderId();
        Asking<SeenVolume> asking = desk.ask(
                run,
                id + " attach " + machineId,
                () -> volumes.attach(ref, machine, network),
                operation -> volumes.progress(ref, operation),
                () -> volumes.observe(ref),
                it -> facts.shared() ? it.networkIds().contains(network) : machineId.equals(it.machineId()));
        return switch (asking) {
            case Asking.Shown<SeenVolume> it ->
                ended(AttachmentOperation.ATTACH, new AttachmentResult.Attached(facts.device()));
            case Asking.Refused<SeenVolume> it -> {
                AttachmentResult refused = new AttachmentResult.Failed(ProviderDesk.refusal(it.reason(), it.words()));
                yield ended(AttachmentOperation.ATTACH, refused);
            }
            case Asking.Missing<SeenVolume> it -> trouble(AttachmentOperation.ATTACH, it.words(), desk.longPause());
            case Asking.Waiting<SeenVolume> it -> waiting(AttachmentOperation.ATTACH, it);
        };
    }

    /** The machine that can be asked for something: it is up, or was a moment ago. */
    private @Nullable String upMachine(InstanceFacts instance) {
        InstancePlan plan = instance.plan();
        boolean up = plan.halt() == InstancePlan.Halt.NONE
                && plan.machine() != InstancePlan.Machine.NOT_MADE
                && plan.machine() != InstancePlan.Machine.MAKING;
        return up ? plan.machineId() : null;
    }

    /** Sees to it that the volume is not on the instance's machine. */
    Rest detach() {
        Optional<ProviderRef> ref = facts.ref();
        Optional<String> machineId =
                streams.instance(instanceId).map(InstanceFacts::provider).flatMap(ProviderSide::lastMachineId);
        if (ref.isEmpty() || machineId.isEmpty() || facts.plan().making() == VolumePlan.Making.MISSING) {
            return ended(AttachmentOperation.DETACH, new AttachmentResult.Detached());
        }
        ProviderRef machine = ProviderRef.of(machineId.get(), facts.created().region());
        Asking<SeenVolume> asking = desk.ask(
                run,
                id + " detach " + machineId.get(),
                () -> volumes.detach(ref.get(), machine),
                operation -> volumes.progress(ref.get(), operation),
                () -> volumes.observe(ref.get()),
                it -> !machineId.get().equals(it.machineId()));
        return switch (asking) {
            case Asking.Shown<SeenVolume> it -> detached(machineId.get(), it.thing() != null);
            case Asking.Missing<SeenVolume> it -> detached(machineId.get(), true);
            case Asking.Refused<SeenVolume> it -> trouble(AttachmentOperation.DETACH, it.words(), desk.longPause());
            case Asking.Waiting<SeenVolume> it -> waiting(AttachmentOperation.DETACH, it);
        };
    }

    /** An attach whose answer was lost may still come: it is not over before that could be. */
    private Rest detached(String machineId, boolean seen) {
        if (!seen && desk.isInDoubt(id + " attach " + machineId)) {
            return Rest.later(desk.pause(run), "An attach whose answer was lost may still come.");
        }
        return ended(AttachmentOperation.DETACH, new AttachmentResult.Detached());
    }

    private Rest ended(AttachmentOperation operation, AttachmentResult result) {
        desk.report(
                run,
                new AttachmentStepEnded(
                        id, instanceId, operation, basedOn, run.row().fence(), result));
        return Rest.NOTHING;
    }

    private Rest waiting(AttachmentOperation operation, Asking.Waiting<SeenVolume> waiting) {
        String words = waiting.trouble();
        return words == null
                ? Rest.later(waiting.pause(), "The provider works on it.")
                : trouble(operation, words, waiting.pause());
    }

    private Rest trouble(AttachmentOperation operation, String words, Duration pause) {
        if (ProviderDesk.isTheProviders(words)) {
            ended(operation, new AttachmentResult.Failed(ProviderDesk.trouble(words)));
        }
        return Rest.later(pause, words);
    }
}
