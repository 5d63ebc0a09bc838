package dev.berth.infra.digitalocean;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What goes over the wire, in the API's own words. Whatever is not sure to be there is nullable. */
final class Wire {

    private Wire() {}

    record Links(@Nullable Pages pages) {}

    record Pages(@Nullable String next) {}

    record Region(@Nullable String slug) {}

    record Action(long id, @Nullable String status) {}

    record ActionAnswer(Action action) {}

    // --- Droplets

    record NewDroplet(
            String name,
            String region,
            String size,
            Object image,
            @Nullable String vpcUuid,
            @Nullable String userData,
            List<String> tags) {}

    record Droplet(
            long id,
            String name,
            @Nullable String status,
            @Nullable Boolean locked,
            @Nullable List<String> volumeIds,
            @Nullable String vpcUuid,
            @Nullable List<String> tags,
            @Nullable Region region,
            @Nullable String sizeSlug,
            @Nullable Instant createdAt,
            @Nullable AddressesOf networks) {}

    record AddressesOf(@Nullable List<Address> v4, @Nullable List<Address> v6) {}

    record Address(@Nullable String ipAddress, @Nullable String type) {}

    record DropletAnswer(Droplet droplet, @Nullable CreateLinks links) {}

    record CreateLinks(@Nullable List<ActionLink> actions) {}

    record ActionLink(long id, @Nullable String rel) {}

    record DropletPage(
            @Nullable List<Droplet> droplets, @Nullable Links links) {}

    record DropletAction(String type) {}

    record Selective(List<String> volumes) {}

    // --- Volumes

    record NewVolume(
            String name,
            int sizeGigabytes,
            String region,
            @Nullable String description,
            @Nullable String snapshotId,
            @Nullable String filesystemType,
            List<String> tags) {}

    record Volume(
            String id,
            String name,
            int sizeGigabytes,
            @Nullable Region region,
            @Nullable List<Long> dropletIds,
            @Nullable Instant createdAt,
            @Nullable List<String> tags) {}

    record VolumeAnswer(Volume volume) {}

    record VolumePage(
            @Nullable List<Volume> volumes, @Nullable Links links) {}

    record VolumeAction(
            String type, @Nullable Long dropletId, @Nullable Integer sizeGigabytes) {}

    // --- Snapshots of volumes

    record NewSnapshot(String name, List<String> tags) {}

    record Snapshot(
            String id,
            String name,
            @Nullable List<String> regions,
            @Nullable Instant createdAt,
            @Nullable String resourceId,
            @Nullable Integer minDiskSize,
            @Nullable Double sizeGigabytes,
            @Nullable List<String> tags) {}

    record SnapshotAnswer(Snapshot snapshot) {}

    record SnapshotPage(
            @Nullable List<Snapshot> snapshots, @Nullable Links links) {}

    // --- Network File Storage

    record NewShare(String name, int sizeGib, String region, List<String> vpcIds, String performanceTier) {}

    record Share(
            String id,
            String name,
            int sizeGib,
            @Nullable String region,
            @Nullable String status,
            @Nullable Instant createdAt,
            @Nullable List<String> vpcIds,
            @Nullable String host,
            @Nullable String mountPath) {}

    record ShareAnswer(Share share) {}

    record SharePage(@Nullable List<Share> shares, @Nullable Links links) {}

    record ShareAction(String type, ShareParams params) {}

    record ShareParams(
            @Nullable Integer sizeGib,
            @Nullable String name,
            @Nullable String vpcId) {}

    record ShareSnapshot(
            String id,
            String name,
            int sizeGib,
            @Nullable String region,
            @Nullable String status,
            @Nullable Instant createdAt,
            @Nullable String shareId) {}

    record ShareSnapshotAnswer(ShareSnapshot snapshot) {}

    record ShareSnapshotPage(
            @Nullable List<ShareSnapshot> snapshots,
            @Nullable Links links) {}

    // --- VPCs

    record NewVpc(String name, String region, String description, String ipRange) {}

    record Vpc(
            String id,
            String name,
            @Nullable String description,
            @Nullable String region,
            @Nullable String ipRange,
            @Nullable Instant createdAt) {}

    record VpcAnswer(Vpc vpc) {}

    record VpcPage(@Nullable List<Vpc> vpcs, @Nullable Links links) {}
}
