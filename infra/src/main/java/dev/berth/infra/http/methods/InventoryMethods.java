package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.Resources;
import dev.berth.api.inventory.GetInventory;
import dev.berth.api.inventory.ListInventory;
import dev.berth.api.inventory.ReportInventory;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.History;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The group {@code inventory}. */
final class InventoryMethods {
    private static final String NODE = "compute-node";
    private static final String READ = "compute:nodes:read";

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;
    private final History history;

    InventoryMethods(Mutations mutations, Reads reads, ReadModels models, History history) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
        this.history = history;
    }

    List<ApiMethod<?>> inventory() {
        return List.of(
                mutation("inventory.report", ReportInventory.class, HistoryExamples.INVENTORY)
                        .decides("compute:nodes:update", NODE)
                        .summary("What a host's daemon found. A snapshot is kept only where the sections or their"
                                + " content differ from the last one; the answer is the newest.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of(
                                "nodeId",
                                Examples.NODE_ID,
                                "sections",
                                Map.of("cpu", Map.of("model", "EPYC 9354", "cores", 32))))
                        .handledBy((call, in) -> mutations.show(
                                call, in, id -> history.inventory().newest(in.nodeId(), null))),
                read("inventory.get", GetInventory.class, HistoryExamples.INVENTORY)
                        .decides(READ, NODE)
                        .summary("The newest snapshot of a host, or the newest of a time.")
                        .errors(NOT_FOUND)
                        .example(Input.of("nodeId", Examples.NODE_ID))
                        .handledBy((call, in) -> onNode(
                                call,
                                in.tenantId(),
                                in.nodeId(),
                                () -> history.inventory()
                                        .newest(in.nodeId(), in.at())
                                        .map(Reply::of)
                                        .orElseGet(() -> Reply.refused(
                                                Problem.notFound("snapshot", "compute-node/" + in.nodeId()))))),
                list("inventory.list", ListInventory.class, HistoryExamples.INVENTORY)
                        .decides(READ, NODE)
                        .summary("The snapshots of a host, newest first.")
                        .errors(NOT_FOUND)
                        .example(Input.of("nodeId", Examples.NODE_ID))
                        .handledBy((call, in) -> onNode(
                                call,
                                in.tenantId(),
                                in.nodeId(),
                                () -> Reads.page(history.inventory().page(in.nodeId(), in.limit(), in.cursor())))));
    }

    private Reply onNode(Call call, String tenantId, String nodeId, Supplier<Reply> answer) {
        Reply node = reads.one(
                call, tenantId, "node", "compute-node/" + nodeId, () -> models.node(tenantId, nodeId), Resources::node);
        return node.outcome() instanceof Outcome.Done<?> ? answer.get() : node;
    }
}
