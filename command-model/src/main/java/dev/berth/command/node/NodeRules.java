package dev.berth.command.node;

import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.node.DriverKind;
import dev.berth.api.pool.PoolView;
import dev.berth.command.pool.PoolRules;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What may be done with a host in which state: each rule is a function that answers a refusal or allows. */
final class NodeRules {
    private NodeRules() {}

    /** Where a host can be made known, but for its name. */
    static Optional<Problem> mayRegister(PoolView pool, DriverKind driver) {
        return PoolRules.hosted(pool)
                .or(() -> driver == DriverKind.LIBVIRT
                        ? Optional.of(Problem.unsupported("driver", "This release has no libvirt driver."))
                        : Optional.empty())
                .or(() -> PoolRules.active(pool));
    }

    /** A removed host is no longer one of ours. */
    static Optional<Problem> notRemoved(Node node) {
        return node.isRemoved() ? Optional.of(stateProblem(node, "The host was removed.")) : Optional.empty();
    }

    /** A host that still holds instances is removed only as gone. */
    static Optional<Problem> empty(Node node) {
        return node.hasAllocations()
                ? Optional.of(
                        stateProblem(node, "The host still holds instances; delete them first, or remove it as gone."))
                : Optional.empty();
    }

    private static Problem stateProblem(Node node, String detail) {
        return Problem.invalidState(detail, word(node));
    }

    /** The host as policies see it. */
    static ResourceRef resource(Node node) {
        return new ResourceRef(
                "compute-node",
                node.id(),
                Map.of(
                        "tenantId", node.tenantId(),
                        "createdBy", node.createdBy(),
                        "poolId", node.poolId(),
                        "state", word(node)));
    }

    private static String word(Node node) {
        return node.state().name().toLowerCase(Locale.ROOT);
    }
}
