package dev.berth.command.node;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.node.CordonNode;
import dev.berth.api.node.DrainNode;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.node.RemoveNode;
import dev.berth.api.node.UncordonNode;
import dev.berth.api.node.UpdateNode;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.naming.Names;
import dev.berth.command.pool.OwnPools;
import java.util.Optional;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What the owner of a hosted pool may do with its hosts.
 *
 * <p>Owns: the order of checks. Does not own: what becomes of the instances of a host that is gone (the reconciler).
 * Invariants: a host is removed only without allocations, or as gone, which ends them; a removed one takes no more
 * commands. On failure: nothing is kept; a registration may be asked again with the same key.
 */
public final class NodeCommands {
    private static final String REGISTER = "nodes.register";
    private static final String UPDATE = "compute:nodes:update";

    private final Gate gate;
    private final RequestDigest digest;
    private final OwnPools pools;
    private final Streams<Node> nodes;
    private final Names names;

    /** The commands of a deployment. */
    public NodeCommands(Gate gate, RequestDigest digest, OwnPools pools, Streams<Node> nodes, Names names) {
        this.gate = gate;
        this.digest = digest;
        this.pools = pools;
        this.nodes = nodes;
        this.names = names;
    }

    /** The id of the host that this caller makes known with this key. */
    public static String id(RegisterNode command, Context context) {
        return Ids.derived(
                "node", command.tenantId(), context.caller().principal(), REGISTER, command.idempotencyKey());
    }

    /** Makes a host known, or answers the one that the same request made known before. */
    @CommandHandler
    public Outcome<Affected> handle(RegisterNode command, @MetaDataValue(Context.KEY) Context context) {
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Streams.Loaded<Node>> before = nodes.find(id);
        if (before.isPresent()) {
            return before.get().get(Node::requestHmac).equals(hmac)
                    ? Outcome.done(new Affected(id))
                    : Outcome.refused(
                            Problem.conflict("The idempotency key was used for another request.", "nodeId", id));
        }
        String action = "compute:nodes:create";
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return pools.find(context, command, command.poolId(), REGISTER, action, tenant)
                .then(pool -> gate.pass(context, command, REGISTER, action, tenant, meta -> {
                    Optional<Problem> refusal = NodeRules.mayRegister(pool, command.driver());
                    if (refusal.isPresent()) {
                        return Outcome.refused(refusal.get());
                    }
                    Optional<String> holder = names.holder(command.tenantId(), Names.Kind.NODE, command.name());
                    if (holder.isPresent()) {
                        return Outcome.refused(
                                Problem.conflict("Another host of the tenant has this name.", "nodeId", holder.get()));
                    }
                    nodes.create(() -> Node.register(registered(command, context, id, hmac), meta));
                    names.claim(command.tenantId(), Names.Kind.NODE, command.name(), id, MetaData.emptyInstance());
                    return Outcome.done(new Affected(id));
                }));
    }

    /** Changes its endpoint or capacity. */
    @CommandHandler
    public Outcome<Affected> handle(UpdateNode command, @MetaDataValue(Context.KEY) Context context) {
        return onNode(context, command, command.nodeId(), "nodes.update", UPDATE, (node, meta) -> {
            Optional<Problem> refusal = node.get(NodeRules::notRemoved);
            if (refusal.isEmpty()) {
                node.apply(it -> it.update(command.endpoint(), command.capacity(), meta));
            }
            return refusal;
        });
    }

    /** Stops placements on it. */
    @CommandHandler
    public Outcome<Affected> handle(CordonNode command, @MetaDataValue(Context.KEY) Context context) {
        return onNode(context, command, command.nodeId(), "nodes.cordon", UPDATE, (node, meta) -> {
            Optional<Problem> refusal = node.get(NodeRules::notRemoved);
            if (refusal.isEmpty()) {
                node.apply(it -> it.cordon(meta));
            }
            return refusal;
        });
    }

    /** Allows placements on it again. */
    @CommandHandler
    public Outcome<Affected> handle(UncordonNode command, @MetaDataValue(Context.KEY) Context context) {
        return onNode(context, command, command.nodeId(), "nodes.uncordon", UPDATE, (node, meta) -> {
            Optional<Problem> refusal = node.get(NodeRules::notRemoved);
            if (refusal.isEmpty()) {
                node.apply(it -> it.uncordon(meta));
            }
            return refusal;
        });
    }

    /** Stops placements on it, since its owner wants it empty. */
    @CommandHandler
    public Outcome<Affected> handle(DrainNode command, @MetaDataValue(Context.KEY) Context context) {
        return onNode(context, command, command.nodeId(), "nodes.drain", UPDATE, (node, meta) -> {
            Optional<Problem> refusal = node.get(NodeRules::notRemoved);
            if (refusal.isEmpty()) {
                node.apply(it -> it.drain(meta));
            }
            return refusal;
        });
    }

    /** Takes it away, and with {@code gone} all of its allocations. */
    @CommandHandler
    public Outcome<Affected> handle(RemoveNode command, @MetaDataValue(Context.KEY) Context context) {
        return onNode(context, command, command.nodeId(), "nodes.remove", "compute:nodes:delete", (node, meta) -> {
            if (node.get(Node::isRemoved)) {
                return Optional.empty();
            }
            Optional<Problem> refusal = command.gone() ? Optional.empty() : node.get(NodeRules::empty);
            if (refusal.isEmpty()) {
                node.apply(it -> it.remove(command.gone(), meta));
                names.release(
                        command.tenantId(),
                        Names.Kind.NODE,
                        node.get(Node::name),
                        command.nodeId(),
                        MetaData.emptyInstance());
            }
            return refusal;
        });
    }

    private Outcome<Affected> onNode(
            Context context,
            Command command,
            String nodeId,
            String method,
            String action,
            BiFunction<Streams.Loaded<Node>, MetaData, Optional<Problem>> change) {
        Optional<Streams.Loaded<Node>> found =
                nodes.find(nodeId).filter(it -> it.get(Node::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(Problem.notFound("host", "compute-node/" + nodeId));
        }
        Streams.Loaded<Node> node = found.get();
        return gate.pass(
                context,
                command,
                method,
                action,
                node.get(NodeRules::resource),
                meta -> change.apply(node, meta)
                        .<Outcome<Affected>>map(Outcome::refused)
                        .orElseGet(() -> Outcome.done(new Affected(nodeId))));
    }

    private static NodeRegistered registered(RegisterNode command, Context context, String id, String hmac) {
        return new NodeRegistered(
                id,
                command.tenantId(),
                command.poolId(),
                context.caller().principal(),
                command.name(),
                command.driver(),
                command.endpoint(),
                command.capacity(),
                hmac);
    }
}
