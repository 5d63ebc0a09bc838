package dev.berth.infra.queue;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The instances that are not deleted, as the read model has them: a moment behind the events. */
public interface LiveInstances {
    /**
     * As much of an instance as is compared with its host.
     *
     * @param revision the number of its events that the rest follows from
     */
    record Live(String id, @Nullable String nodeId, InstanceState state, DesiredState desired, long revision) {}

    /** Those that hold room of the host, by id, at most {@code limit} after {@code afterId}, or from the first. */
    List<Live> onHost(String nodeId, @Nullable String afterId, int limit);

    /** Those for which something is still to be done, by id, at most {@code limit} after {@code afterId}. */
    List<Live> inBetween(@Nullable String afterId, int limit);
}
