package dev.berth.infra.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code /v2/tags}, and the tags that others name in their requests. */
final class Tags {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_:-]{1,255}");

    private final Tables tables;

    Tags(Tables tables, Router router) {
        this.tables = tables;
        router.add("GET", "/v2/tags", this::list);
        router.add("POST", "/v2/tags", this::create);
        router.add("GET", "/v2/tags/{tag}", request -> answer(200, existing(request)));
        router.add("DELETE", "/v2/tags/{tag}", this::delete);
        router.add("POST", "/v2/tags/{tag}/resources", request -> resources(request, Tags::with));
        router.add("DELETE", "/v2/tags/{tag}/resources", request -> resources(request, Tags::without));
    }

    /** Refuses what can't be the name of a tag. */
    static List<String> checked(List<String> names) {
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw Refused.unprocessable("Tag names can only contain letters, numbers, colons, dashes and"
                        + " underscores, at most 255 of them");
            }
        }
        return names;
    }

    /** Makes those that are missing; the names as they were first written, each once. */
    List<String> ensure(List<String> names) {
        List<String> known = new ArrayList<>();
        for (String name : names) {
            Tag tag = tables.tag(name).orElseGet(() -> {
                Tag fresh = new Tag(name);
                tables.put(fresh);
                return fresh;
            });
            if (!known.contains(tag.name())) {
                known.add(tag.name());
            }
        }
        return known;
    }

    private Answer list(ApiRequest request) {
        return Pages.of(request, "tags", List.copyOf(tables.tags()), this::view);
    }

    private Answer create(ApiRequest request) {
        String name = request.fieldsOr400().textOrNull("name");
        if (name == null || !NAME.matcher(name).matches()) {
            return Answer.of(
                    400,
                    Json.object(
                            "error",
                            "Name is invalid",
                            "messages",
                            List.of("Name is invalid"),
                            "root_causes",
                            List.of()));
        }
        return answer(201, ensure(List.of(name)).getFirst());
    }

    private String existing(ApiRequest request) {
        String name = request.name("tag");
        return tables.tag(name).map(Tag::name).filter(name::equals).orElseThrow(Refused::notFound);
    }

    private Answer delete(ApiRequest request) {
        String name = existing(request);
        for (Droplet it : List.copyOf(tables.droplets())) {
            if (it.tags().contains(name)) {
                tables.put(it.withTags(without(it.tags(), name)));
            }
        }
        for (Volume it : List.copyOf(tables.volumes())) {
            if (it.tags().contains(name)) {
                tables.put(it.withTags(without(it.tags(), name)));
            }
        }
        for (Snapshot it : List.copyOf(tables.snapshots())) {
            if (it.tags().contains(name)) {
                tables.put(it.withTags(without(it.tags(), name)));
            }
        }
        tables.drop(new Tag(name));
        return Answer.empty(204);
    }

    private Answer resources(ApiRequest request, BiFunction<List<String>, String, List<String>> change) {
        String name = existing(request);
        List<Runnable> changes = new ArrayList<>();
        for (Fields resource : request.fields().objects("resources")) {
            String id = resource.textOrNumber("resource_id");
            changes.add(change(resource.text("resource_type"), id, name, change));
        }
        changes.forEach(Runnable::run);
        return Answer.empty(204);
    }

    /** Looks the resource up, and changes it once it is run. */
    private Runnable change(
            String type, String id, String name, BiFunction<List<String>, String, List<String>> change) {
        switch (type) {
            case "droplet" -> {
                long number = id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0;
                Droplet it = tables.droplet(number).orElseThrow(Refused::notFound);
                return () -> tables.put(it.withTags(change.apply(it.tags(), name)));
            }
            case "volume" -> {
                Volume it = tables.volume(id).orElseThrow(Refused::notFound);
                return () -> tables.put(it.withTags(change.apply(it.tags(), name)));
            }
            case "volume_snapshot", "image" -> {
                Snapshot it = tables.snapshot(id)
                        .filter(snapshot -> snapshot.ofVolume() == type.equals("volume_snapshot"))
                        .orElseThrow(Refused::notFound);
                return () -> tables.put(it.withTags(change.apply(it.tags(), name)));
            }
            default -> throw Refused.unprocessable("resource_type " + type + " is not supported");
        }
    }

    private static List<String> with(List<String> tags, String name) {
        List<String> all = new ArrayList<>(without(tags, name));
        all.add(name);
        return all;
    }

    private static List<String> without(List<String> tags, String name) {
        return tags.stream().filter(tag -> !tag.equals(name)).toList();
    }

    private Answer answer(int status, String name) {
        return Answer.of(status, Map.of("tag", view(new Tag(name))));
    }

    private Map<String, @Nullable Object> view(Tag tag) {
        String name = tag.name();
        long droplets = tables.droplets().stream()
                .filter(it -> it.tags().contains(name))
                .count();
        long volumes =
                tables.volumes().stream().filter(it -> it.tags().contains(name)).count();
        long images = snapshots(name, false);
        long volumeSnapshots = snapshots(name, true);
        return Json.object(
                "name",
                name,
                "resources",
                Json.object(
                        "count", droplets + volumes + images + volumeSnapshots,
                        "droplets", Map.of("count", droplets),
                        "images", Map.of("count", images),
                        "volumes", Map.of("count", volumes),
                        "volume_snapshots", Map.of("count", volumeSnapshots),
                        "databases", Map.of("count", 0)));
    }

    private long snapshots(String name, boolean ofVolumes) {
        return tables.snapshots().stream()
                .filter(it -> it.ofVolume() == ofVolumes && it.tags().contains(name))
                .count();
    }
}
