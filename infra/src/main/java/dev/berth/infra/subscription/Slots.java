package dev.berth.infra.subscription;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds how many calls are under way, in all and for each tenant, so that one tenant's hanging receivers hold back none
 * of another's. Used by one thread.
 */
final class Slots {
    private final int most;
    private final int perTenant;
    private final Map<String, Lane> lanes = new HashMap<>();
    /** Lanes that have a call waiting and room of their own, each once. */
    private final Deque<Lane> turns = new ArrayDeque<>();

    private int taken;

    private static final class Lane {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private int taken;
        private boolean queued;
    }

    Slots(int most, int perTenant) {
        this.most = most;
        this.perTenant = perTenant;
    }

    /** Runs the call once there is room; whoever runs it gives its place back by {@link #release}. */
    void take(String tenantId, Runnable call) {
        Lane lane = lanes.computeIfAbsent(tenantId, tenant -> new Lane());
        lane.waiting.add(call);
        queue(lane);
        run();
    }

    /** A call of this tenant has ended. */
    void release(String tenantId) {
        Lane lane = lanes.get(tenantId);
        if (lane == null) {
            return;
        }
        taken--;
        lane.taken--;
        if (lane.taken == 0 && lane.waiting.isEmpty()) {
            lanes.remove(tenantId);
        } else {
            queue(lane);
        }
        run();
    }

    /** How many are under way. */
    int taken() {
        return taken;
    }

    private void queue(Lane lane) {
        if (!lane.queued && lane.taken < perTenant && !lane.waiting.isEmpty()) {
            lane.queued = true;
            turns.add(lane);
        }
    }

    private void run() {
        while (taken < most && !turns.isEmpty()) {
            Lane lane = turns.remove();
            lane.queued = false;
            Runnable call = lane.waiting.remove();
            taken++;
            lane.taken++;
            queue(lane);
            call.run();
        }
    }
}
