package dev.berth.infra.simulator;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What else can be read of a Droplet. There are no backups, firewalls, kernels or neighbors here. */
final class DropletExtras {

    private final Tables tables;
    private final Droplets droplets;

    DropletExtras(Tables tables, Droplets droplets, Router router) {
        this.tables = tables;
        this.droplets = droplets;
        router.add("GET", "/v2/droplets/{droplet}/snapshots", this::snapshots);
        for (String nothing : List.of("backups", "firewalls", "kernels")) {
            router.add("GET", "/v2/droplets/{droplet}/" + nothing, request -> {
                droplets.existing(request);
                return Pages.of(request, nothing, List.of(), Function.identity());
            });
        }
        router.add("GET", "/v2/droplets/{droplet}/neighbors", request -> {
            droplets.existing(request);
            return Answer.of(200, Map.of("droplets", List.of()));
        });
        router.add("GET", "/v2/droplets/{droplet}/backups/policy", this::backupPolicy);
    }

    private Answer snapshots(ApiRequest request) {
        String id = Long.toString(droplets.existing(request).id());
        List<Snapshot> own = tables.snapshots().stream()
                .filter(it -> !it.ofVolume() && it.resourceId().equals(id))
                .toList();
        return Pages.of(request, "snapshots", own, DropletExtras::view);
    }

    private static Map<String, @Nullable Object> view(Snapshot snapshot) {
        return Json.object(
                "id", Long.valueOf(snapshot.id()),
                "name", snapshot.name(),
                "created_at", Json.time(snapshot.createdAt()),
                "regions", List.of(snapshot.region()),
                "min_disk_size", snapshot.minDiskGiB(),
                "size_gigabytes", Snapshots.billable(snapshot),
                "type", "snapshot");
    }

    private Answer backupPolicy(ApiRequest request) {
        Droplet droplet = droplets.existing(request);
        return Answer.of(
                200,
                Map.of(
                        "policy",
                        Json.object(
                                "droplet_id", droplet.id(),
                                "backup_enabled", droplet.options().backups(),
                                "next_backup_window", null)));
    }
}
