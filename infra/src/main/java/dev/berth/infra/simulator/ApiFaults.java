package dev.berth.infra.simulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The faults that are to come, the first that matches first. In memory alone. */
final class ApiFaults {

    private final List<ApiFault> faults = new ArrayList<>();

    synchronized void add(List<ApiFault> more) {
        faults.addAll(more);
    }

    synchronized void clear() {
        faults.clear();
    }

    synchronized List<ApiFault> list() {
        return List.copyOf(faults);
    }

    /** Uses a fault up for this request, if there is one. */
    synchronized @Nullable ApiFault take(String method, String path) {
        for (int i = 0; i < faults.size(); i++) {
            ApiFault fault = faults.get(i);
            if (fault.matches(method, path)) {
                if (fault.times() > 1) {
                    faults.set(i, fault.less());
                } else {
                    faults.remove(i);
                }
                return fault;
            }
        }
        return null;
    }
}
