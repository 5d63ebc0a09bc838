package dev.berth.api.node;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A host that is being drained, as it is shown, and what still runs there.
 *
 * @param node      the host; its fields stand beside {@code instances}
 * @param instances the ids of the instances that it holds, oldest first
 */
public record DrainedNode(@JsonUnwrapped NodeView node, List<String> instances) {}
