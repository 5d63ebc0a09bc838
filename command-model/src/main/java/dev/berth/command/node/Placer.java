package dev.berth.command.node;

import dev.berth.api.Context;
import dev.berth.api.instance.MachineShape;
import dev.berth.command.Streams;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.axonframework.messaging.MetaData;

/**
 * Finds a host for an instance and gives it room there.
 *
 * <p>The choice is made from memory, then checked against the host's own stream. Only one host is locked in a unit of
 * work, and it is the last thing that is locked.
 */
public final class Placer {
    /** How many hosts may turn out full before the instance is left waiting. */
    private static final int MAX_HOSTS = 4;

    private final NodeRoom room;
    private final Streams<Node> nodes;

    /** Proposals from {@code room}, decided by {@code nodes}. */
    public Placer(NodeRoom room, Streams<Node> nodes) {
        this.room = room;
        this.nodes = nodes;
    }

    /**
     * Allocates room on a host of the pool.
     *
     * @param overtake whether the instance may be placed although an older one that waits would fit
     * @param placed   called with the host's id before the room is taken, to record it with the instance
     * @return what lacks, where no host has room
     * @throws HostFull where the proposed host is full after all
     */
    public Optional<String> place(
            Context context,
            String poolId,
            String instanceId,
            MachineShape shape,
            boolean overtake,
            MetaData meta,
            BiConsumer<String, MetaData> placed) {
        if (!overtake && room.olderOneFits(poolId)) {
            return Optional.of("Queued");
        }
        Optional<String> candidate = context.avoid().size() >= MAX_HOSTS
                ? Optional.empty()
                : room.candidates(poolId, shape, MAX_HOSTS + 1).stream()
                        .filter(id -> !context.avoid().contains(id))
                        .findFirst();
        if (candidate.isEmpty()) {
            return Optional.of(room.lacking(poolId, shape));
        }
        Streams.Loaded<Node> node = nodes.get(candidate.get());
        if (node.get(it -> it.lacking(shape)).isPresent()) {
            throw new HostFull(candidate.get());
        }
        placed.accept(candidate.get(), meta);
        node.apply(it -> it.allocate(instanceId, shape, meta));
        return Optional.empty();
    }

    /** One sentence about what lacks, for the condition. */
    public static String sentence(String reason) {
        return switch (reason) {
            case "NoNode" -> "No host of the pool is ready to take instances.";
            case "Queued" -> "Older instances that wait for a host come first.";
            default -> "No host of the pool has enough " + reason + " free.";
        };
    }
}
