package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.query.LastUsed;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstanceReader;
import java.util.Optional;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventHandlerInvoker;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.Segment;

/**
 * What the newest events have made of their instances, for the steps that these events lead to.
 *
 * <p>Owns: at most {@value #MOST} instances, those that were changed or asked for last.<br>
 * Does not own: the truth, which is the stream.<br>
 * Invariants: it has seen every event of what it holds up to its revision; it is used only for a step that was wanted at
 * that revision or before.<br>
 * On failure: what it does not hold, or not far enough, is read from the stream.
 */
final class RecentInstances implements EventHandlerInvoker {
    private static final int MOST = 5_000;

    private final InstanceReader streams;
    private final LastUsed<InstanceFacts> recent = new LastUsed<>(MOST);

    RecentInstances(InstanceReader streams) {
        this.streams = streams;
    }

    /** The instance as it was at this revision, or is at a later one; empty where there is no such instance. */
    Optional<InstanceFacts> atLeast(String instanceId, long revision) {
        InstanceFacts held = recent.get(instanceId);
        return held != null && held.plan().revision() >= revision ? Optional.of(held) : streams.load(instanceId);
    }

    @Override
    public boolean canHandle(EventMessage<?> event, Segment segment) {
        return canHandleType(event.getPayloadType());
    }

    @Override
    public boolean canHandleType(Class<?> payloadType) {
        return InstanceEvent.class.isAssignableFrom(payloadType);
    }

    /** Events may come again, since their batch was rolled back; these it has seen. */
    @Override
    public void handle(EventMessage<?> message, Segment segment) {
        if (!(message instanceof DomainEventMessage<?> event)) {
            return;
        }
        try {
            take((InstanceEvent) event.getPayload(), event.getSequenceNumber());
        } catch (RuntimeException e) {
            // An event that can't be read: whoever needs its instance finds that out.
            recent.remove(event.getAggregateIdentifier());
        }
    }

    private void take(InstanceEvent event, long sequence) {
        InstanceFacts held = recent.get(event.streamId());
        long seen = held == null ? 0 : held.plan().revision();
        if (sequence == seen) {
            recent.put(event.streamId(), InstanceFacts.after(held, event));
        } else if (sequence > seen) {
            recent.remove(event.streamId());
        }
    }

    @Override
    public boolean supportsReset() {
        return false;
    }
}
