package dev.berth.infra.simulator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /v2/snapshots} and those of one volume, taken at once. */
final class Snapshots {

    private static final int MOST_PER_VOLUME = 25;

    private final Tables tables;
    private final Volumes volumes;
    private final Tags tags;

    Snapshots(Tables tables, Volumes volumes, Tags tags, Router router) {
        this.tables = tables;
        this.volumes = volumes;
        this.tags = tags;
        router.add("POST", "/v2/volumes/{volume}/snapshots", this::create);
        router.add("GET", "/v2/volumes/{volume}/snapshots", this::listOfVolume);
        router.add("GET", "/v2/volumes/snapshots/{snapshot}", request -> answer(200, ofVolume(request), request));
        router.add("DELETE", "/v2/volumes/snapshots/{snapshot}", request -> delete(ofVolume(request)));
        router.add("GET", "/v2/snapshots", this::list);
        router.add("GET", "/v2/snapshots/{snapshot}", request -> answer(200, any(request), request));
        router.add("DELETE", "/v2/snapshots/{snapshot}", request -> delete(any(request)));
    }

    private Answer create(ApiRequest request) {
        Volume volume = volumes.existing(request);
        Fields fields = request.fields();
        String name = fields.text("name");
        List<String> tagNames = Tags.checked(fields.texts("tags"));
        int interval = tables.settings().snapshotIntervalMs();
        if (volume.lastSnapshotAt() != null && request.now() < volume.lastSnapshotAt() + interval) {
            throw new Refused(
                    429,
                    "failed to create snapshot: this operation is rate-limited - one request per "
                            + duration(interval));
        }
        if (tables.snapshots().stream()
                .anyMatch(it -> it.ofVolume() && it.name().equals(name))) {
            throw Refused.conflict("A snapshot with the name '%s' already exists".formatted(name));
        }
        if (of(volume).size() >= MOST_PER_VOLUME) {
            throw Refused.unprocessable("A volume can have %d snapshots at most".formatted(MOST_PER_VOLUME));
        }
        Snapshot snapshot = new Snapshot(
                tables.newId(),
                name,
                volume.region(),
                true,
                volume.id(),
                volume.sizeGiB(),
                tags.ensure(tagNames),
                request.now());
        tables.put(snapshot);
        tables.put(volume.snapshotAt(request.now()));
        return answer(201, snapshot, request);
    }

    /** As the provider's own texts say it: {@code 10m0s}. */
    private static String duration(int millis) {
        return "%dm%ds".formatted(millis / 60_000, millis / 1000 % 60);
    }

    private List<Snapshot> of(Volume volume) {
        return tables.snapshots().stream()
                .filter(it -> it.ofVolume() && it.resourceId().equals(volume.id()))
                .toList();
    }

    private Snapshot ofVolume(ApiRequest request) {
        return tables.snapshot(request.name("snapshot"))
                .filter(Snapshot::ofVolume)
                .orElseThrow(Refused::notFound);
    }

    private Snapshot any(ApiRequest request) {
        String id = request.name("snapshot");
        if (tables.volume(id).isPresent()) {
            throw new Refused(400, "the resource is not a snapshot");
        }
        return tables.snapshot(id).orElseThrow(Refused::notFound);
    }

    private Answer delete(Snapshot snapshot) {
        tables.drop(snapshot);
        return Answer.empty(204);
    }

    private Answer listOfVolume(ApiRequest request) {
        return page(request, of(volumes.existing(request)));
    }

    private Answer list(ApiRequest request) {
        String type = request.parameter("resource_type");
        List<Snapshot> shown = tables.snapshots().stream()
                .filter(it -> type == null || type.equals(it.ofVolume() ? "volume" : "droplet"))
                .toList();
        return page(request, shown);
    }

    private Answer page(ApiRequest request, List<Snapshot> all) {
        long newest = request.now() - tables.settings().listLagMs();
        List<Snapshot> shown =
                all.stream().filter(it -> it.createdAt() <= newest).toList();
        return Pages.of(request, "snapshots", shown, it -> view(it, request.now()));
    }

    private Answer answer(int status, Snapshot snapshot, ApiRequest request) {
        return Answer.of(status, Map.of("snapshot", view(snapshot, request.now())));
    }

    static double billable(Snapshot snapshot) {
        return snapshot.minDiskGiB() / 10.0;
    }

    private Map<String, @Nullable Object> view(Snapshot snapshot, long now) {
        // Its billable size is not known at first.
        boolean measured =
                now - snapshot.createdAt() >= Math.max(1, tables.settings().actionMs());
        return Json.object(
                "id", snapshot.id(),
                "name", snapshot.name(),
                "regions", List.of(snapshot.region()),
                "created_at", Json.time(snapshot.createdAt()),
                "resource_id", snapshot.resourceId(),
                "resource_type", snapshot.ofVolume() ? "volume" : "droplet",
                "min_disk_size", snapshot.minDiskGiB(),
                "size_gigabytes", measured ? billable(snapshot) : 0.0,
                "tags", snapshot.tags().isEmpty() ? null : snapshot.tags());
    }
}
