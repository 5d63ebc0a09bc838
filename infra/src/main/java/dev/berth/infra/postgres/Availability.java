package dev.berth.infra.postgres;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the database can be used now, for readiness; listeners hear each change once, in order. */
public final class Availability {

    private static final Logger LOG = LoggerFactory.getLogger(Availability.class);

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean up;

    /** Hears of changes on the thread that watches the database: it must be quick and must not use the database. */
    @FunctionalInterface
    public interface Listener {

        /** @param up whether the database can be used from now on */
        void changed(boolean up);
    }

    /** Whether the last look found it usable; at most about a second old. */
    public boolean isUp() {
        return up;
    }

    /** Adds a listener; it hears of the next change, not of the present state. */
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    /**
     * Waits until the database can be used.
     *
     * @return false if it could not within the limit
     */
    synchronized boolean awaitUp(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!up) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    void set(boolean now) {
        if (up == now) {
            return;
        }
        synchronized (this) {
            up = now;
            notifyAll();
        }
        for (Listener listener : listeners) {
            try {
                listener.changed(now);
            } catch (RuntimeException e) {
                LOG.atError().setCause(e).log("A listener to the database's availability failed");
            }
        }
    }
}
