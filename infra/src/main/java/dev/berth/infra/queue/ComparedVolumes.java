package dev.berth.infra.queue;

import dev.berth.api.volume.VolumeObservation.VolumeListed;
import dev.berth.api.volume.VolumeObservation.VolumeMissing;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.volume.VolumeFacts;
import dev.berth.sagas.volume.VolumePlan;
import dev.berth.sagas.volume.VolumePlan.Attachment;
import dev.berth.sagas.volume.VolumePlan.Life;
import dev.berth.sagas.volume.VolumePlan.Making;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares volumes: what was resized, detached or removed behind our back, is there again, or is on a machine of ours
 * without being wanted there, as after an attach that came late.
 */
final class ComparedVolumes implements Compared<VolumePlan, SeenVolume> {
    private static final Logger LOG = LoggerFactory.getLogger(ComparedVolumes.class);

    private final Provider provider;
    private final CreateProtocol protocol;
    private final ResourceStreams streams;
    private final Map<String, String> instances;
    private final Consumer<Object> report;

    /** @param instances by the provider's id of their machines */
    ComparedVolumes(
            Provider provider,
            CreateProtocol protocol,
            ResourceStreams streams,
            Map<String, String> instances,
            Consumer<Object> report) {
        this.provider = provider;
        this.protocol = protocol;
        this.streams = streams;
        this.instances = instances;
        this.report = report;
    }

    @Override
    public @Nullable String providerId(VolumePlan plan) {
        return plan.providerVolumeId();
    }

    @Override
    public void there(VolumePlan plan, SeenVolume volume) {
        if (plan.life() != Life.WANTED || volume.phase() != Thing.Phase.READY) {
            return;
        }
        Optional<String> on = Optional.ofNullable(volume.machineId()).map(instances::get);
        List<String> attachedTo = plan.shared() ? null : on.stream().toList();
        boolean moved =
                attachedTo != null && plan.attachments().entrySet().stream().anyMatch(it -> isNews(it, attachedTo));
        if (plan.making() == Making.MISSING || volume.sizeGiB() > plan.observedGiB() || moved) {
            report.accept(new VolumeListed(plan.volumeId(), plan.revision(), volume.sizeGiB(), attachedTo));
        }
        on.filter(instance -> !plan.attachments().containsKey(instance))
                .ifPresent(instance -> detachStray(plan, volume, instance));
    }

    private static boolean isNews(Map.Entry<String, Attachment> attachment, List<String> attachedTo) {
        boolean there = attachedTo.contains(attachment.getKey());
        return attachment.getValue().wanted() && there != (attachment.getValue().seen() == Attachment.Seen.ATTACHED);
    }

    private void detachStray(VolumePlan plan, SeenVolume volume, String instanceId) {
        String id = plan.volumeId();
        boolean wanted = streams.volume(id)
                .map(VolumeFacts::plan)
                .filter(it -> it.equals(plan))
                .isEmpty();
        if (!wanted) {
            LOG.atWarn()
                    .addKeyValue("volumeId", id)
                    .addKeyValue("instanceId", instanceId)
                    .log("A volume is on a machine where nobody wants it; it is detached");
            provider.volumes().detach(volume.ref(), ProviderRef.of(String.valueOf(volume.machineId()), null));
        }
    }

    @Override
    public boolean isExpected(VolumePlan plan) {
        return plan.life() == Life.WANTED && plan.making() == Making.MADE;
    }

    @Override
    public boolean isMissing(VolumePlan plan) {
        ProviderRef ref =
                streams.volume(plan.volumeId()).flatMap(VolumeFacts::ref).orElse(null);
        return ref != null
                && protocol.observe(provider.volumes(), plan.volumeId(), ref) instanceof Answer.Missing<SeenVolume>;
    }

    @Override
    public void absent(VolumePlan plan) {
        report.accept(new VolumeMissing(plan.volumeId(), plan.revision()));
    }
}
