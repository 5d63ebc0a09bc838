package dev.berth.infra.queue;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Wakes the runner of this process; any number of signals while it is busy wake it once. */
public final class Wakeups {
    private final Semaphore signals = new Semaphore(0);

    /** Wakes it. */
    public void signal() {
        signals.release();
    }

    /** Wakes it when the present transaction has committed, or at once where there is none. */
    public void afterCommit() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    signal();
                }
            });
        } else {
            signal();
        }
    }

    /** Sleeps until it is woken or the time is up. */
    public void await(Duration atMost) throws InterruptedException {
        if (signals.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            signals.drainPermits();
        }
    }
}
