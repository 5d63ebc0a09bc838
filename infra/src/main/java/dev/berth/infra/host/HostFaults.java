package dev.berth.infra.host;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.Optional;

/** The faults of one host, oldest first, and the calls that hang on it. In memory only: a restart clears them. */
final class HostFaults {

    private final List<Fault> faults = new ArrayList<>();
    private List<Runnable> hanging = new ArrayList<>();

    synchronized void add(List<Fault> more) {
        faults.addAll(more);
    }

    synchronized List<Fault> list() {
        return List.copyOf(faults);
    }

    /** The fault that this call suffers, used up by it. */
    synchronized Optional<Fault> take(HostOperation operation) {
        for (ListIterator<Fault> it = faults.listIterator(); it.hasNext(); ) {
            Fault fault = it.next();
            if (fault.operation() == operation) {
                if (fault.times() == 1) {
                    it.remove();
                } else {
                    it.set(fault.less());
                }
                return Optional.of(fault.once());
            }
        }
        return Optional.empty();
    }

    synchronized void hang(Runnable call) {
        hanging.add(call);
    }

    synchronized int hanging() {
        return hanging.size();
    }

    /** Ends all faults and lets the calls that hang go on, in the order in which they came. */
    void clear() {
        List<Runnable> released;
        synchronized (this) {
            faults.clear();
            released = hanging;
            hanging = new ArrayList<>();
        }
        released.forEach(Runnable::run);
    }
}
