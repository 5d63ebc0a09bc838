package dev.berth.query.instance;

import dev.berth.api.instance.Address;
import dev.berth.api.instance.Condition;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.MachineShape;
import dev.berth.query.EventMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an event can change of an instance, while it is changed. */
final class InstanceDraft {
    private final InstanceView before;
    private final EventMeta meta;
    InstanceState state;
    DesiredState desired;
    String flavor;
    MachineShape shape;
    final List<Condition> conditions;

    @Nullable
    String nodeId;

    @Nullable
    String providerMachineId;

    @Nullable
    String region;

    List<Address> addresses;

    @Nullable
    Instant deletedAt;

    InstanceDraft(InstanceView before, EventMeta meta) {
        this.before = before;
        this.meta = meta;
        this.state = before.state();
        this.desired = before.desiredState();
        this.flavor = before.flavor();
        this.shape = new MachineShape(before.vcpu(), before.memoryGiB(), before.diskGiB(), before.gpus());
        this.conditions = new ArrayList<>(before.conditions());
        this.nodeId = before.nodeId();
        this.providerMachineId = before.providerMachineId();
        this.region = before.region();
        this.addresses = before.addresses();
        this.deletedAt = before.deletedAt();
    }

    /** The condition holds; since before, if it did so for the same reason. */
    void with(String type, String reason, String message) {
        Instant since = conditions.stream()
                .filter(condition ->
                        condition.type().equals(type) && condition.reason().equals(reason))
                .map(Condition::since)
                .findFirst()
                .orElse(meta.time());
        without(type);
        conditions.add(new Condition(type, reason, message, since));
    }

    /** The condition no longer holds. */
    void without(String type) {
        conditions.removeIf(condition -> condition.type().equals(type));
    }

    InstanceView view() {
        return new InstanceView(
                before.id(),
                before.tenantId(),
                before.createdBy(),
                before.createdAt(),
                meta.time(),
                meta.revision(),
                before.projectId(),
                before.poolId(),
                before.placement(),
                flavor,
                shape.vcpu(),
                shape.memoryGiB(),
                shape.diskGiB(),
                shape.gpus(),
                before.imageId(),
                before.imageVerified(),
                before.sshKeys(),
                desired,
                state,
                List.copyOf(conditions),
                nodeId,
                providerMachineId,
                region,
                addresses,
                deletedAt);
    }
}
