package dev.berth.command.node;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.inventory.InventoryEvent;
import dev.berth.api.inventory.InventoryEvent.InventoryReported;
import dev.berth.api.inventory.ReportInventory;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/** Takes the reports of hosts' daemons. */
public final class InventoryCommands {
    private final Gate gate;
    private final Streams<Node> nodes;
    private final Streams<Inventory> inventories;

    /** Over the hosts and their snapshots. */
    public InventoryCommands(Gate gate, Streams<Node> nodes, Streams<Inventory> inventories) {
        this.gate = gate;
        this.nodes = nodes;
        this.inventories = inventories;
    }

    /** Keeps a report that differs from the last one; answers the host's id. */
    @CommandHandler
    public Outcome<Affected> handle(ReportInventory command, @MetaDataValue(Context.KEY) Context context) {
        String nodeId = command.nodeId();
        Optional<Streams.Loaded<Node>> node =
                nodes.find(nodeId).filter(it -> it.get(Node::tenantId).equals(command.tenantId()));
        if (node.isEmpty()) {
            return Outcome.refused(Problem.notFound("host", "compute-node/" + nodeId));
        }
        return gate.pass(
                context,
                command,
                "inventory.report",
                "compute:nodes:update",
                node.get().get(NodeRules::resource),
                meta -> node.get()
                        .get(NodeRules::notRemoved)
                        .<Outcome<Affected>>map(Outcome::refused)
                        .orElseGet(() -> keep(command, meta)));
    }

    private Outcome<Affected> keep(ReportInventory command, MetaData meta) {
        String id = InventoryEvent.id(command.nodeId());
        InventoryReported report = new InventoryReported(id, command.nodeId(), command.tenantId(), command.sections());
        Optional<Streams.Loaded<Inventory>> found = inventories.find(id);
        if (found.isEmpty()) {
            inventories.create(() -> Inventory.begin(report, meta));
        } else if (found.get().get(it -> it.differs(command.sections()))) {
            found.get().apply(it -> it.report(report, meta));
        }
        return Outcome.done(new Affected(command.nodeId()));
    }
}
