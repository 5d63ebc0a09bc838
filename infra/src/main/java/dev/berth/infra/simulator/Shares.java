package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Share.Status;
import dev.berth.infra.simulator.Share.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code /v2/nfs}: network file shares, made and deleted over time. */
final class Shares {

    static final int LEAST_GIB = 50;
    static final int MOST_GIB = 32_768;
    static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    private final Tables tables;
    private final Vpcs vpcs;
    private final AccessPoints accessPoints;

    Shares(Tables tables, Vpcs vpcs, AccessPoints accessPoints, Router router) {
        this.tables = tables;
        this.vpcs = vpcs;
        this.accessPoints = accessPoints;
        router.add("GET", "/v2/nfs", this::list);
        router.add("POST", "/v2/nfs", this::create);
        router.add("GET", "/v2/nfs/{share}", request -> answer(200, existing(request)));
        router.add("DELETE", "/v2/nfs/{share}", this::delete);
    }

    /** The share that the path names, also a deleted one that still shows. */
    private Share existing(ApiRequest request) {
        String region = request.parameter("region");
        return tables.share(request.name("share"))
                .filter(share -> region == null || share.region().equals(region))
                .orElseThrow(Refused::notFound);
    }

    /** The share that the path names, to act on. */
    Share usable(ApiRequest request) {
        Share share = tables.share(request.name("share"))
                .filter(it -> it.status() != Status.DELETED)
                .orElseThrow(Refused::notFound);
        if (share.task() != null) {
            throw Refused.conflict("The share is busy: another operation is in progress");
        }
        return share;
    }

    private Answer create(ApiRequest request) {
        Fields fields = request.fieldsOr400();
        String name = fields.text("name");
        if (!NAME.matcher(name).matches()) {
            throw fields.wrong("name must begin with a lower-case letter and may only contain lower-case letters,"
                    + " numbers and dashes, at most 64 of them");
        }
        int size = fields.number("size_gib", LEAST_GIB, MOST_GIB);
        String region = fields.text("region");
        if (!Catalogue.isRegion(region)) {
            throw fields.wrong("region is invalid");
        }
        List<String> vpcIds = fields.texts("vpc_ids").stream().distinct().toList();
        if (vpcIds.isEmpty()) {
            throw fields.wrong("vpc_ids must name at least one VPC");
        }
        vpcIds.forEach(id -> checkVpc(fields, id, region));
        boolean high = isHigh(fields, fields.textOrNull("performance_tier"));
        long due = request.now() + tables.settings().actionMs();
        Share share = new Share(
                tables.newId(),
                tables.nextNumber(),
                name,
                size,
                region,
                Status.CREATING,
                vpcIds,
                high,
                null,
                request.now(),
                new Task("create", null, null, null, request.outcome(), due),
                null);
        tables.put(share);
        return answer(201, share);
    }

    void checkVpc(Fields fields, String vpcId, String region) {
        Vpc vpc = tables.vpc(vpcId).orElseThrow(() -> fields.wrong("vpc " + vpcId + " not found"));
        if (!vpc.region().equals(region)) {
            throw fields.wrong("vpc " + vpcId + " is not in the region of the share");
        }
    }

    static boolean isHigh(Fields fields, @Nullable String tier) {
        return switch (tier == null ? "standard" : tier) {
            case "standard" -> false;
            case "high" -> true;
            default -> throw fields.wrong("performance_tier must be standard or high");
        };
    }

    private Answer list(ApiRequest request) {
        String region = request.parameter("region");
        long newest = request.now() - tables.settings().listLagMs();
        List<Object> shown = new ArrayList<>();
        for (Share share : tables.shares()) {
            if ((region == null || share.region().equals(region)) && share.createdAt() <= newest) {
                shown.add(view(share));
            }
        }
        return Answer.of(200, Map.of("shares", shown));
    }

    private Answer delete(ApiRequest request) {
        existing(request);
        Share share = usable(request);
        tables.put(share.deleted(request.now() + tables.settings().vanish()));
        accessPoints.goWith(share, request.now());
        return Answer.empty(204);
    }

    /** It has been made, or could not be. */
    void made(Share share, Task task) {
        Share idle = share.idle();
        switch (task.outcome()) {
            case WORKS, INEFFECTIVE -> {
                String host = share.vpcIds().stream()
                        .findFirst()
                        .flatMap(tables::vpc)
                        .flatMap(vpcs::freeAddress)
                        .orElse("192.0.2.1");
                tables.put(idle.withHost(host).withStatus(Status.ACTIVE));
                accessPoints.comeWith(share, task.dueAt());
            }
            case ERRORED -> tables.put(idle.withStatus(Status.FAILED));
            // It stays CREATING for ever.
            case STUCK -> tables.put(idle);
        }
    }

    private Answer answer(int status, Share share) {
        return Answer.of(status, Map.of("share", view(share)));
    }

    private Map<String, @Nullable Object> view(Share share) {
        Map<String, @Nullable Object> view = Json.object(
                "id", share.id(),
                "name", share.name(),
                "size_gib", share.sizeGiB(),
                "region", share.region(),
                "status", share.status().name(),
                "created_at", Json.time(share.createdAt()));
        if (share.status() != Status.CREATING) {
            view.put("vpc_ids", share.vpcIds());
            view.put("performance_tier", share.highTier() ? "PERFORMANCE_TIER_HIGH" : "PERFORMANCE_TIER_STANDARD");
        }
        if (share.host() != null) {
            view.put("host", share.host());
            view.put("mount_path", "/%d/%s".formatted(share.number(), share.id()));
            view.put("access_points", accessPoints.views(share));
        }
        return view;
    }
}
