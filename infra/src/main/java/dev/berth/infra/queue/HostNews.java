package dev.berth.infra.queue;

import dev.berth.api.node.NodeEvent;
import dev.berth.api.node.NodeEvent.NodeLost;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import java.time.Duration;
import java.time.InstantSource;
import org.axonframework.eventhandling.EventHandlerInvoker;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.Segment;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;

/**
 * Hears of hosts that were registered, lost or removed, so that they need not wait for the next round. Only a hint: what
 * is missed, or long past, is found by the clock.
 */
final class HostNews implements EventHandlerInvoker {
    private static final Duration NEWS = Duration.ofMinutes(1);

    private final PeriodicPass pass;
    private final InstantSource clock;

    HostNews(PeriodicPass pass, InstantSource clock) {
        this.pass = pass;
        this.clock = clock;
    }

    @Override
    public boolean canHandle(EventMessage<?> event, Segment segment) {
        return canHandleType(event.getPayloadType());
    }

    @Override
    public boolean canHandleType(Class<?> payloadType) {
        return payloadType == NodeRegistered.class || payloadType == NodeLost.class || payloadType == NodeRemoved.class;
    }

    @Override
    public void handle(EventMessage<?> event, Segment segment) {
        if (event.getTimestamp().isBefore(clock.instant().minus(NEWS))) {
            return;
        }
        NodeEvent happened = (NodeEvent) event.getPayload();
        CurrentUnitOfWork.get().root().afterCommit(unit -> {
            if (happened instanceof NodeRegistered registered) {
                pass.registered(registered, event.getTimestamp());
            } else {
                pass.nudge();
            }
        });
    }

    @Override
    public boolean supportsReset() {
        return false;
    }
}
