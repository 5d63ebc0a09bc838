package dev.berth.infra.simulator;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code /v2/volumes}: makes, shows and deletes them, all at once. */
final class Volumes {

    static final int MOST_GIB = 16_384;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
    private static final int MOST_DESCRIPTION = 1024;
    private static final Map<String, Integer> LABELS = Map.of("ext4", 16, "xfs", 12);

    private final Tables tables;
    private final Tags tags;

    Volumes(Tables tables, Tags tags, Router router) {
        this.tables = tables;
        this.tags = tags;
        router.add("GET", "/v2/volumes", this::list);
        router.add("POST", "/v2/volumes", this::create);
        router.add("DELETE", "/v2/volumes", this::deleteByName);
        router.add("GET", "/v2/volumes/{volume}", request -> answer(200, existing(request)));
        router.add("DELETE", "/v2/volumes/{volume}", request -> delete(existing(request)));
    }

    Volume existing(ApiRequest request) {
        return tables.volume(request.name("volume")).orElseThrow(Refused::notFound);
    }

    Optional<Volume> named(String name, @Nullable String region) {
        return tables.volumes().stream()
                .filter(volume -> volume.name().equals(name))
                .filter(volume -> region == null || volume.region().equals(region))
                .findFirst();
    }

    private Answer create(ApiRequest request) {
        Fields fields = request.fields();
        String name = fields.text("name");
        if (!NAME.matcher(name).matches()) {
            throw Refused.unprocessable("name must begin with a lower-case letter and may only contain lower-case"
                    + " letters, numbers and dashes, at most 64 of them");
        }
        int size = fields.number("size_gigabytes", 1, MOST_GIB);
        String region = fields.text("region");
        if (!Catalogue.isRegion(region)) {
            throw Refused.unprocessable("region is invalid");
        }
        String description = fields.textOrNull("description");
        if (description != null && description.getBytes(StandardCharsets.UTF_8).length > MOST_DESCRIPTION) {
            throw Refused.unprocessable("description must be %d bytes or less".formatted(MOST_DESCRIPTION));
        }
        String type = filesystem(fields);
        String label = label(fields, type);
        List<String> tagNames = Tags.checked(fields.texts("tags"));
        String snapshotId = fields.textOrNull("snapshot_id");
        if (snapshotId != null && !snapshotId.isEmpty()) {
            // Whatever size was asked for.
            size = snapshot(snapshotId, region).minDiskGiB();
        }
        if (named(name, region).isPresent()) {
            throw Refused.conflict("A volume with the name '%s' already exists in this region".formatted(name));
        }
        checkLimits(1, size);
        Volume volume = new Volume(
                tables.newId(),
                name,
                region,
                size,
                description == null ? "" : description,
                type,
                label,
                tags.ensure(tagNames),
                request.now(),
                null,
                false,
                null,
                null,
                null);
        tables.put(volume);
        return answer(201, volume);
    }

    private static String filesystem(Fields fields) {
        String type = fields.textOrNull("filesystem_type");
        if (type == null || type.isEmpty()) {
            return "";
        }
        if (!LABELS.containsKey(type)) {
            throw Refused.unprocessable("filesystem_type must be ext4 or xfs");
        }
        return type;
    }

    private static String label(Fields fields, String type) {
        String label = fields.textOrNull("filesystem_label");
        if (label == null || label.isEmpty()) {
            return "";
        }
        Integer most = LABELS.get(type);
        if (most == null) {
            throw Refused.unprocessable("filesystem_label needs a filesystem_type");
        }
        if (label.length() > most) {
            throw Refused.unprocessable("filesystem_label must be %d characters or less".formatted(most));
        }
        return label;
    }

    private Snapshot snapshot(String id, String region) {
        Snapshot snapshot = tables.snapshot(id)
                .filter(Snapshot::ofVolume)
                .orElseThrow(() -> Refused.notFound("snapshot not found"));
        if (!snapshot.region().equals(region)) {
            throw Refused.unprocessable("The snapshot is not available in this region");
        }
        return snapshot;
    }

    /** Refuses what the account may not have: so many volumes, or so many GiB, more. */
    void checkLimits(int more, int moreGiB) {
        Integer most = tables.settings().volumes();
        Integer mostGiB = tables.settings().volumeGiB();
        long total = tables.volumes().stream().mapToLong(Volume::sizeGiB).sum();
        if ((most != null && tables.volumes().size() + more > most) || (mostGiB != null && total + moreGiB > mostGiB)) {
            throw new Refused(403, "volume/snapshot capacity limit exceeded");
        }
    }

    private Answer list(ApiRequest request) {
        String name = request.parameter("name");
        String region = request.parameter("region");
        long newest = request.now() - tables.settings().listLagMs();
        List<Volume> shown = tables.volumes().stream()
                .filter(volume -> name == null || volume.name().equals(name))
                .filter(volume -> region == null || volume.region().equals(region))
                .filter(volume -> volume.createdAt() <= newest)
                .toList();
        return Pages.of(request, "volumes", shown, Volumes::view);
    }

    private Answer deleteByName(ApiRequest request) {
        String name = request.parameter("name");
        String region = request.parameter("region");
        if (name == null || region == null) {
            throw Refused.unprocessable("name and region are required");
        }
        return delete(named(name, region).orElseThrow(Refused::notFound));
    }

    private Answer delete(Volume volume) {
        if (volume.dropletId() != null || volume.eventId() != null) {
            throw Refused.conflict("attached volume cannot be deleted");
        }
        tables.drop(volume);
        return Answer.empty(204);
    }

    private static Answer answer(int status, Volume volume) {
        return Answer.of(status, Map.of("volume", view(volume)));
    }

    private static Map<String, @Nullable Object> view(Volume volume) {
        Long droplet = volume.dropletId();
        return Json.object(
                "id", volume.id(),
                "name", volume.name(),
                "description", volume.description(),
                "size_gigabytes", volume.sizeGiB(),
                "region", Catalogue.region(volume.region()),
                "droplet_ids", droplet != null ? List.of(droplet) : volume.wasAttached() ? List.of() : null,
                "created_at", Json.time(volume.createdAt()),
                "filesystem_type", volume.filesystemType(),
                "filesystem_label", volume.filesystemLabel(),
                "tags", volume.tags().isEmpty() ? null : volume.tags());
    }
}
