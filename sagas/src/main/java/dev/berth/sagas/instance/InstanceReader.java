package dev.berth.sagas.instance;

import java.util.Optional;

/** Reads an instance from its stream: the truth, never a read model that may lag. */
public interface InstanceReader {
    /** Everything up to the stream's present end; empty where there is no such instance. */
    Optional<InstanceFacts> load(String instanceId);
}
