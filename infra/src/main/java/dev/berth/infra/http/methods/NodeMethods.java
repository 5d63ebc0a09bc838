package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.api.ErrorCode.UNSUPPORTED;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.address.CreateAddressRange;
import dev.berth.api.address.DeleteAddressRange;
import dev.berth.api.address.ListAddressRanges;
import dev.berth.api.address.RangeView;
import dev.berth.api.iam.Resources;
import dev.berth.api.node.CordonNode;
import dev.berth.api.node.DrainNode;
import dev.berth.api.node.DrainedNode;
import dev.berth.api.node.GetNode;
import dev.berth.api.node.ListNodes;
import dev.berth.api.node.NodeView;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.node.RemoveNode;
import dev.berth.api.node.UncordonNode;
import dev.berth.api.node.UpdateNode;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import java.util.List;
import java.util.Map;

/** The groups {@code nodes} and {@code addressRanges}. */
final class NodeMethods {
    private static final String READ = "compute:nodes:read";
    private static final String UPDATE = "compute:nodes:update";
    private static final String NODE = "compute-node";
    private static final String THIS = Input.of("nodeId", Examples.NODE_ID);

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    NodeMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> nodes() {
        return List.of(
                mutation("nodes.register", RegisterNode.class, Examples.NODE)
                        .decides("compute:nodes:create", "compute-tenant")
                        .summary("Makes a host of a vps-host pool known; it is ready once its driver answers.")
                        .errors(NOT_FOUND, CONFLICT, INVALID_STATE, UNSUPPORTED)
                        .example(Input.of(
                                "poolId", Examples.POOL_ID,
                                "name", "host-1",
                                "driver", "simulated",
                                "capacity", Map.of("vcpu", 64, "memoryGiB", 256, "diskGiB", 2000),
                                "idempotencyKey", "host-1"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.node(in.tenantId(), id))),
                mutation("nodes.update", UpdateNode.class, Examples.NODE)
                        .decides(UPDATE, NODE)
                        .summary("Changes endpoint or capacity; one under what is allocated only stops placements.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of(
                                "nodeId",
                                Examples.NODE_ID,
                                "capacity",
                                Map.of("vcpu", 128, "memoryGiB", 512, "diskGiB", 4000, "gpus", 2)))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.node(in.tenantId(), id))),
                list("nodes.list", ListNodes.class, Examples.NODE)
                        .decides(READ, "compute-tenant")
                        .summary("The hosts of the tenant's own pools, in order of creation.")
                        .example(Input.of("poolId", Examples.POOL_ID))
                        .handledBy((call, in) -> reads.<NodeView>page(
                                call, in.tenantId(), seen -> models.nodes(in, seen), Resources::node)),
                read("nodes.get", GetNode.class, Examples.NODE)
                        .decides(READ, NODE)
                        .summary("One host of an own pool.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "node",
                                "compute-node/" + in.nodeId(),
                                () -> models.node(in.tenantId(), in.nodeId()),
                                Resources::node)),
                mutation("nodes.cordon", CordonNode.class, Examples.NODE)
                        .decides(UPDATE, NODE)
                        .summary("Stops placements on the host.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.node(in.tenantId(), id))),
                mutation("nodes.uncordon", UncordonNode.class, Examples.NODE)
                        .decides(UPDATE, NODE)
                        .summary("Allows placements on the host again.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.node(in.tenantId(), id))),
                mutation("nodes.drain", DrainNode.class, Examples.DRAINED)
                        .decides(UPDATE, NODE)
                        .summary("Cordons the host; the answer lists what still runs there.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(
                                call,
                                in,
                                id -> models.node(in.tenantId(), id)
                                        .map(node -> new DrainedNode(node, models.instancesOn(id))))),
                mutation("nodes.remove", RemoveNode.class, Examples.NODE)
                        .decides("compute:nodes:delete", NODE)
                        .summary("Removes the host; with gone although it holds instances, which are then lost.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.node(in.tenantId(), id))));
    }

    List<ApiMethod<?>> addressRanges() {
        return List.of(
                mutation("addressRanges.create", CreateAddressRange.class, Examples.RANGE)
                        .decides("compute:nodes:create", "compute-tenant")
                        .summary("Adds addresses that hosted instances lease, lowest free one first.")
                        .errors(NOT_FOUND, CONFLICT, INVALID_STATE)
                        .example(Input.of("poolId", Examples.POOL_ID, "cidr", "10.20.0.0/24"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.range(in.tenantId(), id))),
                list("addressRanges.list", ListAddressRanges.class, Examples.RANGE)
                        .decides(READ, "compute-tenant")
                        .summary("The address ranges of the tenant's own pools, in order of creation.")
                        .example(Input.of("poolId", Examples.POOL_ID))
                        .handledBy((call, in) -> reads.<RangeView>page(
                                call, in.tenantId(), seen -> models.ranges(in, seen), Resources::range)),
                mutation("addressRanges.delete", DeleteAddressRange.class, Examples.RANGE)
                        .decides("compute:nodes:delete", "compute-address-range")
                        .summary("Deletes a range of which no address is leased.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of("rangeId", Examples.RANGE_ID))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.range(in.tenantId(), id))));
    }
}
