package dev.berth.infra.directory;

import static dev.berth.query.jooq.Tables.INSTANCE;

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
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.query.Delivered;
import dev.berth.query.LastUsed;
import dev.berth.query.ViewJson;
import dev.berth.query.instance.InstanceFold;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds from the events which instances wait for a host.
 *
 * <p>Owns: the waiting lists. Does not own: any other instance; of those that are placed nothing is held. Invariants: an
 * instance waits from the event that says so until it is placed, or deleted. On failure: what is no longer remembered of
 * an instance is read from its stream; that failing is thrown, and the event tried again.
 */
final class WaitingInstances {
    /** How many instances are remembered between their creation and the event that places them or lets them wait. */
    private static final int REMEMBERED = 1_024;

    private final WaitingLists lists;
    private final Function<String, List<Delivered>> streams;
    private final Consumer<Waiting> joined;
    private final LastUsed<Waiting> created = new LastUsed<>(REMEMBERED);

    /**
     * Nobody waits yet.
     *
     * @param streams reads all events of a stream
     * @param joined  is told of everyone who begins to wait
     */
    WaitingInstances(WaitingLists lists, Function<String, List<Delivered>> streams, Consumer<Waiting> joined) {
        this.lists = lists;
        this.streams = streams;
        this.joined = joined;
    }

    void load(DSLContext sql) {
        sql.select(INSTANCE.VIEW)
                .from(INSTANCE)
                .where(INSTANCE.STATE.eq("scheduling"))
                .and(INSTANCE.NODE_ID.isNull())
                .fetch(found -> ViewJson.read(found.value1(), InstanceView.class))
                .forEach(view -> waiting(view).ifPresent(lists::add));
    }

    void apply(InstanceEvent event, Delivered delivered) {
        String id = event.instanceId();
        switch (event) {
            case InstanceCreated it -> {
                if (it.placement() == Placement.HOSTED) {
                    created.put(
                            id,
                            new Waiting(
                                    id,
                                    it.poolId(),
                                    it.shape(),
                                    delivered.meta().time()));
                }
            }
            case InstanceUnschedulable ignored -> join(id);
            case InstanceStarting it -> {
                if (!it.placed()) {
                    join(id);
                }
            }
            case InstanceScheduled ignored -> leave(id);
            case InstanceDeleting ignored -> leave(id);
            case InstanceDeleted ignored -> leave(id);
            case InstanceErrored ignored -> leave(id);
            case InstanceLost ignored -> leave(id);
            case InstanceRunning ignored -> leave(id);
            case InstanceStopped ignored -> leave(id);
            // Whoever waits goes on waiting.
            case InstanceStopping ignored -> {}
            case InstanceResized ignored -> {}
            case InstanceStepFailed ignored -> {}
            // A provider's machine waits for no host.
            case InstanceAssigned ignored -> {}
            case InstanceCreateBegun ignored -> {}
            case InstanceProvisioning ignored -> {}
            case InstanceAddressed ignored -> {}
            case InstanceDuplicateFound ignored -> {}
            case InstanceVolumeLinked ignored -> {}
            case InstanceVolumeUnlinked ignored -> {}
            case InstanceVolumeDoomed ignored -> {}
            case InstanceStepUnanswered ignored -> {}
        }
    }

    private void join(String id) {
        Waiting known = created.remove(id);
        if (known == null && lists.contains(id)) {
            return;
        }
        Optional<Waiting> waiting = known == null ? fromStream(id) : Optional.of(known);
        waiting.filter(lists::add).ifPresent(joined);
    }

    private void leave(String id) {
        created.remove(id);
        lists.remove(id);
    }

    private Optional<Waiting> fromStream(String id) {
        InstanceView view = null;
        for (Delivered delivered : streams.apply(id)) {
            view = InstanceFold.fold(view, (InstanceEvent) delivered.event(), delivered.meta());
        }
        return waiting(view);
    }

    private static Optional<Waiting> waiting(@Nullable InstanceView view) {
        if (view == null || view.placement() != Placement.HOSTED || view.state() != InstanceState.SCHEDULING) {
            return Optional.empty();
        }
        MachineShape shape = new MachineShape(view.vcpu(), view.memoryGiB(), view.diskGiB(), view.gpus());
        return Optional.of(new Waiting(view.id(), view.poolId(), shape, view.createdAt()));
    }
}
