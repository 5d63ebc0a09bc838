package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Share.Status;
import dev.berth.infra.simulator.Share.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /v2/nfs/{id}/actions}, which have ids and words of their own, and which nothing lets one read again. */
final class ShareActions {

    private final Tables tables;
    private final Shares shares;
    private final ShareSnapshots snapshots;

    ShareActions(Tables tables, Shares shares, ShareSnapshots snapshots, Router router) {
        this.tables = tables;
        this.shares = shares;
        this.snapshots = snapshots;
        router.add("POST", "/v2/nfs/{share}/actions", this::begin);
    }

    private Answer begin(ApiRequest request) {
        Share share = shares.usable(request);
        if (share.status() != Status.ACTIVE && share.status() != Status.INACTIVE) {
            throw Refused.conflict("The share is not active");
        }
        Fields fields = request.fieldsOr400();
        Fields params = fields.object("params");
        String type = fields.text("type");
        long due = request.now() + tables.settings().actionMs();
        Task task = task(share, type, params, request.outcome(), due);
        tables.put(share.begin(task));
        if (type.equals("snapshot")) {
            snapshots.begin(request, share, params.text("name"), due);
        }
        return Answer.of(201, Map.of("action", view(tables.newId(), share, word(type), request.now())));
    }

    private Task task(Share share, String type, Fields params, Outcome outcome, long due) {
        switch (type) {
            case "resize" -> {
                int size = params.number("size_gib", Shares.LEAST_GIB, Shares.MOST_GIB);
                if (size <= share.sizeGiB()) {
                    throw params.wrong("size_gib must be greater than the current size of the share");
                }
                return new Task(type, size, null, null, outcome, due);
            }
            case "snapshot" -> {
                snapshots.checkName(params, params.text("name"));
                return new Task(type, null, null, null, outcome, due);
            }
            case "attach" -> {
                return new Task(type, null, comes(share, params, "vpc_id"), null, outcome, due);
            }
            case "detach" -> {
                return new Task(type, null, null, goes(share, params, "vpc_id"), outcome, due);
            }
            case "reassign" -> {
                String old = goes(share, params, "old_vpc_id");
                return new Task(type, null, comes(share, params, "new_vpc_id"), old, outcome, due);
            }
            case "switch_performance_tier" -> {
                if (!Shares.isHigh(params, params.text("performance_tier")) && share.highTier()) {
                    throw params.wrong("performance_tier can not be lowered");
                }
                return new Task(type, null, null, null, outcome, due);
            }
            default -> throw params.wrong("type is not supported");
        }
    }

    private String comes(Share share, Fields params, String field) {
        String vpcId = params.text(field);
        shares.checkVpc(params, vpcId, share.region());
        if (share.vpcIds().contains(vpcId)) {
            throw Refused.conflict("The share is already attached to this VPC");
        }
        return vpcId;
    }

    private static String goes(Share share, Fields params, String field) {
        String vpcId = params.text(field);
        if (!share.vpcIds().contains(vpcId)) {
            throw params.wrong("The share is not attached to this VPC");
        }
        return vpcId;
    }

    private static String word(String type) {
        return type.equals("snapshot")
                ? "CREATE_SNAPSHOT"
                : type.toUpperCase(Locale.ROOT) + (type.equals("switch_performance_tier") ? "" : "_SHARE");
    }

    static Map<String, @Nullable Object> view(String id, Share share, String type, long now) {
        return Json.object(
                "id",
                id,
                "region_slug",
                share.region(),
                "resource_id",
                share.id(),
                "resource_type",
                "SHARE",
                "started_at",
                Json.time(now),
                "status",
                "IN_PROGRESS",
                "type",
                type);
    }

    /** The task's time has come. */
    void carryOut(Share share, Task task) {
        if (task.type().equals("create")) {
            shares.made(share, task);
            return;
        }
        Share idle = share.idle();
        boolean works = task.outcome() == Outcome.WORKS || task.outcome() == Outcome.STUCK;
        tables.put(works ? changed(idle, task) : idle);
    }

    private static Share changed(Share share, Task task) {
        return switch (task.type()) {
            case "resize" -> share.withSize(task.sizeGiB() == null ? share.sizeGiB() : task.sizeGiB());
            case "attach", "detach", "reassign" -> {
                List<String> vpcs = new ArrayList<>(share.vpcIds());
                if (task.oldVpcId() != null) {
                    vpcs.remove(task.oldVpcId());
                }
                if (task.vpcId() != null) {
                    vpcs.add(task.vpcId());
                }
                yield share.withVpcs(List.copyOf(vpcs));
            }
            case "switch_performance_tier" -> share.withHighTier();
            default -> share;
        };
    }
}
