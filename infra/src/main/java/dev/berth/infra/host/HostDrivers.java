package dev.berth.infra.host;

import dev.berth.sagas.node.HostDriver;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The drivers that this deployment has, by the name that a node asks for. */
public final class HostDrivers {

    private final Map<String, HostDriver> byName;

    public HostDrivers(Map<String, HostDriver> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** The driver of that name, empty where there is none. */
    public Optional<HostDriver> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Set<String> names() {
        return byName.keySet();
    }
}
