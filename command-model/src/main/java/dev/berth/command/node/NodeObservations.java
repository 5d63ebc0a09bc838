package dev.berth.command.node;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.node.NodeObservation;
import dev.berth.api.node.NodeObservation.NodeAnswered;
import dev.berth.api.node.NodeObservation.NodeSilent;
import dev.berth.command.Streams;
import java.util.Optional;
import java.util.function.Consumer;
import org.axonframework.commandhandling.CommandHandler;

/**
 * What the reconciler saw of hosts, turned into events.
 *
 * <p>Owns: which observations are news. Does not own: how long a host may be silent. Invariants: a removed host never
 * comes back, whatever reports under its id. On failure: the same observation may come again and changes nothing then.
 */
public final class NodeObservations {
    private final Streams<Node> nodes;

    /** The observations of a deployment. */
    public NodeObservations(Streams<Node> nodes) {
        this.nodes = nodes;
    }

    /** Its driver answered. */
    @CommandHandler
    public Outcome<Affected> handle(NodeAnswered answered) {
        return on(answered, Node::answered);
    }

    /** Its driver did not answer. */
    @CommandHandler
    public Outcome<Affected> handle(NodeSilent silent) {
        return on(silent, node -> node.silent(silent.message(), silent.lost()));
    }

    private Outcome<Affected> on(NodeObservation observation, Consumer<Node> change) {
        Optional<Streams.Loaded<Node>> found = nodes.find(observation.nodeId());
        if (found.isEmpty()) {
            return Outcome.refused(Problem.notFound("host", "compute-node/" + observation.nodeId()));
        }
        Optional<Problem> refusal = found.get().get(NodeRules::notRemoved);
        if (refusal.isPresent()) {
            return Outcome.refused(refusal.get());
        }
        found.get().apply(change);
        return Outcome.done(new Affected(observation.nodeId()));
    }
}
