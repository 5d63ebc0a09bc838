package dev.berth.infra.digitalocean;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.DeleteExchange;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/**
 * The requests that are made. Each throws {@link ApiFailure} for an answer that is no success (any 2xx is one: the API's
 * families of actions differ), and a {@code ResourceAccessException} where there is no answer.
 */
@HttpExchange("/v2")
interface DigitalOceanApi {

    @PostExchange("/droplets")
    Wire.DropletAnswer createDroplet(@RequestBody Wire.NewDroplet droplet);

    @GetExchange("/droplets")
    Wire.DropletPage droplets(
            @RequestParam(name = "name", required = false) @Nullable String name,
            @RequestParam(name = "tag_name", required = false) @Nullable String tag,
            @RequestParam(name = "type", required = false) @Nullable String type,
            @RequestParam("page") int page,
            @RequestParam("per_page") int perPage);

    @GetExchange("/droplets/{id}")
    Wire.DropletAnswer droplet(@PathVariable("id") String id);

    @DeleteExchange("/droplets/{id}")
    void deleteDroplet(@PathVariable("id") String id);

    @DeleteExchange("/droplets/{id}/destroy_with_associated_resources/selective")
    void destroySelectively(@PathVariable("id") String id, @RequestBody Wire.Selective selective);

    @PostExchange("/droplets/{id}/actions")
    Wire.ActionAnswer actOnDroplet(@PathVariable("id") String id, @RequestBody Wire.DropletAction action);

    @GetExchange("/droplets/{id}/actions/{action}")
    Wire.ActionAnswer dropletAction(@PathVariable("id") String id, @PathVariable("action") String action);

    @PostExchange("/volumes")
    Wire.VolumeAnswer createVolume(@RequestBody Wire.NewVolume volume);

    @GetExchange("/volumes")
    Wire.VolumePage volumes(
            @RequestParam(name = "name", required = false) @Nullable String name,
            @RequestParam(name = "region", required = false) @Nullable String region,
            @RequestParam("page") int page,
            @RequestParam("per_page") int perPage);

    @GetExchange("/volumes/{id}")
    Wire.VolumeAnswer volume(@PathVariable("id") String id);

    @DeleteExchange("/volumes/{id}")
    void deleteVolume(@PathVariable("id") String id);

    @PostExchange("/volumes/{id}/actions")
    Wire.ActionAnswer actOnVolume(@PathVariable("id") String id, @RequestBody Wire.VolumeAction action);

    @GetExchange("/volumes/{id}/actions/{action}")
    Wire.ActionAnswer volumeAction(@PathVariable("id") String id, @PathVariable("action") String action);

    @PostExchange("/volumes/{id}/snapshots")
    Wire.SnapshotAnswer createSnapshot(@PathVariable("id") String volumeId, @RequestBody Wire.NewSnapshot snapshot);

    @GetExchange("/volumes/{id}/snapshots")
    Wire.SnapshotPage snapshotsOf(
            @PathVariable("id") String volumeId, @RequestParam("page") int page, @RequestParam("per_page") int perPage);

    @GetExchange("/snapshots")
    Wire.SnapshotPage snapshots(
            @RequestParam("resource_type") String resourceType,
            @RequestParam("page") int page,
            @RequestParam("per_page") int perPage);

    @GetExchange("/snapshots/{id}")
    Wire.SnapshotAnswer snapshot(@PathVariable("id") String id);

    @DeleteExchange("/snapshots/{id}")
    void deleteSnapshot(@PathVariable("id") String id);

    @PostExchange("/nfs")
    Wire.ShareAnswer createShare(@RequestBody Wire.NewShare share);

    @GetExchange("/nfs")
    Wire.SharePage shares(
            @RequestParam(name = "region", required = false) @Nullable String region,
            @RequestParam(name = "page", required = false) @Nullable Integer page,
            @RequestParam(name = "per_page", required = false) @Nullable Integer perPage);

    @GetExchange("/nfs/{id}")
    Wire.ShareAnswer share(
            @PathVariable("id") String id, @RequestParam(name = "region", required = false) @Nullable String region);

    @DeleteExchange("/nfs/{id}")
    void deleteShare(
            @PathVariable("id") String id, @RequestParam(name = "region", required = false) @Nullable String region);

    /** Its answer has an id of another kind, and nothing that can be read again: the share has to be looked at. */
    @PostExchange("/nfs/{id}/actions")
    void actOnShare(@PathVariable("id") String id, @RequestBody Wire.ShareAction action);

    @GetExchange("/nfs/snapshots")
    Wire.ShareSnapshotPage shareSnapshots(
            @RequestParam(name = "region", required = false) @Nullable String region,
            @RequestParam(name = "share_id", required = false) @Nullable String shareId,
            @RequestParam(name = "page", required = false) @Nullable Integer page,
            @RequestParam(name = "per_page", required = false) @Nullable Integer perPage);

    @GetExchange("/nfs/snapshots/{id}")
    Wire.ShareSnapshotAnswer shareSnapshot(
            @PathVariable("id") String id, @RequestParam(name = "region", required = false) @Nullable String region);

    @DeleteExchange("/nfs/snapshots/{id}")
    void deleteShareSnapshot(
            @PathVariable("id") String id, @RequestParam(name = "region", required = false) @Nullable String region);

    @PostExchange("/vpcs")
    Wire.VpcAnswer createVpc(@RequestBody Wire.NewVpc vpc);

    @GetExchange("/vpcs")
    Wire.VpcPage vpcs(@RequestParam("page") int page, @RequestParam("per_page") int perPage);

    @GetExchange("/vpcs/{id}")
    Wire.VpcAnswer vpc(@PathVariable("id") String id);

    @DeleteExchange("/vpcs/{id}")
    void deleteVpc(@PathVariable("id") String id);
}
