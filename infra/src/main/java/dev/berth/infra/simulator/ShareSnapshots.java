package dev.berth.infra.simulator;

import dev.berth.infra.simulator.ShareSnapshot.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /v2/nfs/snapshots}: they are taken by an action of their share. */
final class ShareSnapshots {

    private final Tables tables;

    ShareSnapshots(Tables tables, Router router) {
        this.tables = tables;
        router.add("GET", "/v2/nfs/snapshots", this::list);
        router.add(
                "GET",
                "/v2/nfs/snapshots/{snapshot}",
                request -> Answer.of(200, Map.of("snapshot", view(existing(request)))));
        router.add("DELETE", "/v2/nfs/snapshots/{snapshot}", this::delete);
    }

    void checkName(Fields params, String name) {
        if (!Shares.NAME.matcher(name).matches()) {
            throw params.wrong("name may only contain lower-case letters, numbers and dashes, at most 64 of them");
        }
    }

    void begin(ApiRequest request, Share share, String name, long due) {
        tables.put(new ShareSnapshot(
                tables.newId(),
                name,
                share.sizeGiB(),
                share.region(),
                Status.CREATING,
                share.id(),
                request.outcome(),
                request.now(),
                due));
    }

    private ShareSnapshot existing(ApiRequest request) {
        String region = request.parameter("region");
        return tables.shareSnapshot(request.name("snapshot"))
                .filter(it -> region == null || it.region().equals(region))
                .orElseThrow(Refused::notFound);
    }

    private Answer list(ApiRequest request) {
        String region = request.parameter("region");
        String share = request.parameter("share_id");
        long newest = request.now() - tables.settings().listLagMs();
        List<Object> shown = new ArrayList<>();
        for (ShareSnapshot it : tables.shareSnapshots()) {
            boolean asked = (region == null || it.region().equals(region))
                    && (share == null || it.shareId().equals(share));
            if (asked && it.createdAt() <= newest) {
                shown.add(view(it));
            }
        }
        return Answer.of(200, Map.of("snapshots", shown));
    }

    private Answer delete(ApiRequest request) {
        ShareSnapshot snapshot = existing(request);
        switch (snapshot.status()) {
            case DELETED -> throw Refused.notFound();
            case CREATING -> throw Refused.conflict("The snapshot is busy: another operation is in progress");
            case ACTIVE, FAILED ->
                tables.put(snapshot.with(
                        Status.DELETED, request.now() + tables.settings().vanish()));
        }
        return Answer.empty(204);
    }

    /** It is taken, or gone for good. */
    void pass(ShareSnapshot snapshot) {
        if (snapshot.status() == Status.DELETED) {
            tables.drop(snapshot);
            return;
        }
        switch (snapshot.outcome()) {
            case WORKS -> tables.put(snapshot.with(Status.ACTIVE, null));
            case ERRORED -> tables.put(snapshot.with(Status.FAILED, null));
            case STUCK -> tables.put(snapshot.with(Status.CREATING, null));
            case INEFFECTIVE -> tables.drop(snapshot);
        }
    }

    private static Map<String, @Nullable Object> view(ShareSnapshot snapshot) {
        return Json.object(
                "id", snapshot.id(),
                "name", snapshot.name(),
                "size_gib", snapshot.sizeGiB(),
                "region", snapshot.region(),
                "status", snapshot.status().name(),
                "created_at", Json.time(snapshot.createdAt()),
                "share_id", snapshot.shareId());
    }
}
