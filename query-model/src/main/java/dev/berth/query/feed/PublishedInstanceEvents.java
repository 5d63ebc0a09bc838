package dev.berth.query.feed;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceAddressed;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceDuplicateFound;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import java.util.List;

/** What is published of instances. */
final class PublishedInstanceEvents {
    private PublishedInstanceEvents() {}

    static List<Published> of(InstanceEvent event) {
        Fields data = Fields.of("instanceId", event.instanceId());
        return switch (event) {
            case InstanceCreated created ->
                one(
                        event,
                        "instance.created",
                        data.and("createdBy", created.createdBy())
                                .and("poolId", created.poolId())
                                .and("projectId", created.projectId())
                                .and("placement", created.placement())
                                .and("flavor", created.flavor())
                                .and(created.shape())
                                .and("imageId", created.imageId())
                                .and("imageVerified", created.imageVerified())
                                .and("desiredState", created.desiredState())
                                .and(
                                        "address",
                                        created.lease() == null
                                                ? null
                                                : created.lease().address()));
            case InstanceScheduled scheduled ->
                one(event, "instance.scheduled", data.and("nodeId", scheduled.nodeId()));
            case InstanceUnschedulable waiting ->
                one(
                        event,
                        "instance.unschedulable",
                        data.and("reason", waiting.reason()).and("message", waiting.message()));
            case InstanceStarting starting ->
                one(event, "instance.starting", data.and("recreated", starting.recreate()));
            case InstanceStopping ignored -> one(event, "instance.stopping", data);
            case InstanceRunning ignored -> one(event, "instance.running", data);
            case InstanceStopped ignored -> one(event, "instance.stopped", data);
            case InstanceResized resized ->
                one(
                        event,
                        "instance.resized",
                        data.and("fromFlavor", resized.fromFlavor())
                                .and("flavor", resized.flavor())
                                .and(resized.shape()));
            case InstanceStepFailed ignored -> List.of();
            case InstanceAssigned ignored -> List.of();
            case InstanceCreateBegun ignored -> List.of();
            case InstanceProvisioning ignored -> List.of();
            case InstanceAddressed ignored -> List.of();
            case InstanceDuplicateFound ignored -> List.of();
            case InstanceVolumeLinked ignored -> List.of();
            case InstanceVolumeUnlinked ignored -> List.of();
            case InstanceVolumeDoomed ignored -> List.of();
            case InstanceStepUnanswered ignored -> List.of();
            case InstanceErrored errored ->
                one(
                        event,
                        "instance.error",
                        data.and("operation", errored.operation())
                                .and("reason", errored.reason())
                                .and("message", errored.message()));
            case InstanceLost lost ->
                one(event, "instance.lost", data.and("reason", lost.reason()).and("message", lost.message()));
            case InstanceDeleting deleting ->
                one(event, "instance.deleting", data.and("deletedBy", deleting.deletedBy()));
            case InstanceDeleted ignored -> one(event, "instance.deleted", data);
        };
    }

    private static List<Published> one(InstanceEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.instanceId()));
    }
}
