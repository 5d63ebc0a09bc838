package dev.berth.sagas.node;

import org.jspecify.annotations.Nullable;

/**
 * Which host a call is for.
 *
 * @param nodeId the node's id, which the host answers to
 * @param name the name that the node's owner gave; for messages only
 * @param endpoint where the driver reaches the host; absent where the driver needs none
 */
public record HostRef(String nodeId, String name, @Nullable String endpoint) {}
