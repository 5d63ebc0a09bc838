package dev.berth.infra.queue;

import dev.berth.sagas.ResourceSaga;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The sagas of one unit of work: as they were loaded, and what becomes of them. */
final class SagaBatch {
    private final Map<String, ResourceSaga> loaded;
    private final Map<String, Long> loadedRevisions = new HashMap<>();
    private final Set<String> created = new HashSet<>();
    private final TreeMap<String, ResourceSaga> changed = new TreeMap<>();
    private final TreeSet<String> ended = new TreeSet<>();
    private final TreeMap<String, Throwable> parked = new TreeMap<>();

    SagaBatch(Map<String, ResourceSaga> loaded) {
        this.loaded = loaded;
        loaded.forEach((id, saga) -> loadedRevisions.put(id, saga.revision()));
    }

    Map<String, ResourceSaga> loaded() {
        return loaded;
    }

    boolean knows(String id) {
        return loaded.containsKey(id) || created.contains(id);
    }

    void created(String id) {
        created.add(id);
    }

    void changed(String id, ResourceSaga saga) {
        if (saga.revision() > loadedRevisions.getOrDefault(id, 0L)) {
            changed.put(id, saga);
        }
    }

    void ended(String id) {
        ended.add(id);
    }

    void park(String id, Throwable cause) {
        parked.put(id, cause);
    }

    TreeMap<String, ResourceSaga> changed() {
        return changed;
    }

    TreeSet<String> ended() {
        return ended;
    }

    TreeMap<String, Throwable> parked() {
        return parked;
    }
}
