package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Droplet.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Droplet as the API shows it. */
final class DropletView {

    /** For tests of networks: nobody's addresses. */
    private static final Cidr PUBLIC = Cidr.of("198.18.0.0/15");

    private DropletView() {}

    static Map<String, @Nullable Object> of(
            Droplet droplet, List<String> volumeIds, List<Long> snapshotIds, Optional<Vpc> vpc) {
        Catalogue.Size size = Droplets.size(droplet);
        Map<String, @Nullable Object> view = Json.object(
                "id", droplet.id(),
                "name", droplet.name(),
                "memory", size.memory(),
                "vcpus", size.vcpus(),
                "disk", droplet.diskGb(),
                "disk_info", Catalogue.diskInfo(droplet.diskGb()),
                "locked", droplet.busy(),
                "status", droplet.status().name().toLowerCase(Locale.ROOT),
                "kernel", null,
                "created_at", Json.time(droplet.createdAt()),
                "features", features(droplet),
                "backup_ids", List.of(),
                "next_backup_window", null,
                "snapshot_ids", snapshotIds,
                "image", image(droplet),
                "volume_ids", volumeIds,
                "size", Catalogue.view(size),
                "size_slug", droplet.size(),
                "networks", networks(droplet, vpc),
                "region", Catalogue.region(droplet.region()),
                "tags", droplet.tags(),
                "vpc_uuid", droplet.vpcId());
        if (size.gpus() > 0) {
            view.put("gpu_info", Catalogue.gpuInfo(size));
        }
        return view;
    }

    private static List<String> features(Droplet droplet) {
        List<String> features = new ArrayList<>(List.of("droplet_agent", "private_networking"));
        if (droplet.options().ipv6()) {
            features.add("ipv6");
        }
        if (droplet.options().monitoring()) {
            features.add("monitoring");
        }
        if (droplet.options().backups()) {
            features.add("backups");
        }
        return features;
    }

    private static Map<String, @Nullable Object> image(Droplet droplet) {
        boolean numbered = droplet.image().matches("[0-9]{1,18}");
        return Json.object(
                "id",
                numbered
                        ? Long.valueOf(droplet.image())
                        : 1 + Math.floorMod(droplet.image().hashCode(), 1 << 30),
                "name",
                droplet.image(),
                "type",
                "base",
                "distribution",
                "Unknown",
                "slug",
                numbered ? null : droplet.image(),
                "public",
                true,
                "regions",
                Catalogue.REGIONS.stream()
                        .filter(slug -> !slug.equals(Catalogue.NEWEST_REGION))
                        .toList(),
                "created_at",
                "2024-01-01T00:00:00Z",
                "min_disk_size",
                7,
                "size_gigabytes",
                2.5,
                "description",
                droplet.image(),
                "tags",
                List.of(),
                "status",
                "available",
                "error_message",
                "");
    }

    /** Nothing until it runs for the first time. */
    private static Map<String, @Nullable Object> networks(Droplet droplet, Optional<Vpc> vpc) {
        if (droplet.status() == Status.NEW) {
            return Json.object("v4", List.of(), "v6", List.of());
        }
        List<Object> v4 = new ArrayList<>();
        vpc.map(it -> Cidr.of(it.ipRange()))
                .ifPresent(range -> v4.add(
                        Json.object("ip_address", droplet.privateIp(), "netmask", range.netmask(), "type", "private")));
        if (droplet.options().publicNetworking()) {
            v4.add(Json.object(
                    "ip_address",
                    PUBLIC.address(droplet.id() % PUBLIC.size()),
                    "netmask",
                    "255.254.0.0",
                    "gateway",
                    PUBLIC.address(1),
                    "type",
                    "public"));
        }
        List<Object> v6 = new ArrayList<>();
        if (droplet.options().ipv6()) {
            v6.add(Json.object(
                    "ip_address",
                    "2001:db8:0:1::%x:%x".formatted(droplet.id() >> 16 & 0xFFFF, droplet.id() & 0xFFFF),
                    "netmask",
                    64,
                    "gateway",
                    "2001:db8:0:1::1",
                    "type",
                    "public"));
        }
        return Json.object("v4", v4, "v6", v6);
    }
}
