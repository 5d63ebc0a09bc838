package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Destroy.Item;
import dev.berth.infra.simulator.Destroy.Kind;
import dev.berth.infra.simulator.Droplet.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /v2/droplets/{id}/destroy_with_associated_resources}. */
final class Destroys {

    private static final String PATH = "/v2/droplets/{droplet}/destroy_with_associated_resources";
    private static final double USD_PER_GIB = 0.1;
    private static final double USD_PER_SNAPSHOT_GIB = 0.06;

    private final Tables tables;
    private final Droplets droplets;

    Destroys(Tables tables, Droplets droplets, Router router) {
        this.tables = tables;
        this.droplets = droplets;
        router.add("GET", PATH, this::preview);
        router.add("DELETE", PATH + "/selective", this::selective);
        router.add("DELETE", PATH + "/dangerous", this::dangerous);
        router.add("GET", PATH + "/status", this::status);
        router.add("POST", PATH + "/retry", this::retry);
    }

    private Stream<Volume> volumes(Droplet droplet) {
        return tables.volumesOf(droplet.id());
    }

    private Stream<Snapshot> snapshots(Droplet droplet) {
        String id = Long.toString(droplet.id());
        return tables.snapshots().stream()
                .filter(it -> !it.ofVolume() && it.resourceId().equals(id));
    }

    private Stream<Snapshot> volumeSnapshots(Droplet droplet) {
        List<String> ids = volumes(droplet).map(Volume::id).toList();
        return tables.snapshots().stream().filter(it -> it.ofVolume() && ids.contains(it.resourceId()));
    }

    private Answer preview(ApiRequest request) {
        Droplet droplet = droplets.existing(request);
        return Answer.of(
                200,
                Json.object(
                        "reserved_ips", List.of(),
                        "floating_ips", List.of(),
                        "snapshots",
                                snapshots(droplet).map(Destroys::associated).toList(),
                        "volumes",
                                volumes(droplet)
                                        .map(it -> associated(it.id(), it.name(), it.sizeGiB() * USD_PER_GIB))
                                        .toList(),
                        "volume_snapshots",
                                volumeSnapshots(droplet)
                                        .map(Destroys::associated)
                                        .toList()));
    }

    private static Map<String, @Nullable Object> associated(Snapshot snapshot) {
        return associated(snapshot.id(), snapshot.name(), snapshot.minDiskGiB() * USD_PER_SNAPSHOT_GIB);
    }

    private static Map<String, @Nullable Object> associated(String id, String name, double cost) {
        return Json.object("id", id, "name", name, "cost", String.format(Locale.ROOT, "%.2f", cost));
    }

    private Answer selective(ApiRequest request) {
        Droplet droplet = droplets.existing(request);
        Fields fields = request.fields();
        List<Item> items = new ArrayList<>();
        for (String ip : Stream.concat(fields.texts("reserved_ips").stream(), fields.texts("floating_ips").stream())
                .distinct()
                .toList()) {
            items.add(new Item(Kind.RESERVED_IPS, ip, ip, null, null));
        }
        for (Kind kind : List.of(Kind.SNAPSHOTS, Kind.VOLUMES, Kind.VOLUME_SNAPSHOTS)) {
            fields.texts(kind.word()).stream()
                    .distinct()
                    .forEach(id -> items.add(new Item(kind, id, nameOf(kind, id), null, null)));
        }
        return begin(request, droplet, items);
    }

    private String nameOf(Kind kind, String id) {
        Optional<String> name = kind == Kind.VOLUMES
                ? tables.volume(id).map(Volume::name)
                : tables.snapshot(id).map(Snapshot::name);
        return name.orElse("");
    }

    private Answer dangerous(ApiRequest request) {
        Droplet droplet = droplets.existing(request);
        if (!request.dangerous()) {
            throw new Refused(400, "The X-Dangerous header must be set to true");
        }
        List<Item> items = new ArrayList<>();
        snapshots(droplet).forEach(it -> items.add(new Item(Kind.SNAPSHOTS, it.id(), it.name(), null, null)));
        volumes(droplet).forEach(it -> items.add(new Item(Kind.VOLUMES, it.id(), it.name(), null, null)));
        volumeSnapshots(droplet)
                .forEach(it -> items.add(new Item(Kind.VOLUME_SNAPSHOTS, it.id(), it.name(), null, null)));
        return begin(request, droplet, items);
    }

    private Answer begin(ApiRequest request, Droplet droplet, List<Item> items) {
        refuseWhileRunning(droplet.id());
        if (droplet.busy() || droplet.status() == Status.NEW) {
            throw Refused.pendingEvent();
        }
        Item itself = new Item(null, Long.toString(droplet.id()), droplet.name(), null, null);
        tables.put(droplet.destroying(true));
        tables.put(new Destroy(droplet.id(), itself, items, request.outcome(), due(request), null));
        return Answer.empty(202);
    }

    private long due(ApiRequest request) {
        return request.now() + tables.settings().actionMs();
    }

    private void refuseWhileRunning(long dropletId) {
        if (tables.destroy(dropletId).filter(it -> it.completedAt() == null).isPresent()) {
            throw Refused.conflict("A destroy is already in progress for this Droplet");
        }
    }

    private Answer retry(ApiRequest request) {
        long id = request.number("droplet");
        Destroy last = tables.destroy(id).orElseThrow(Refused::notFound);
        refuseWhileRunning(id);
        Optional<Droplet> droplet = tables.droplet(id);
        if (droplet.filter(Droplet::busy).isPresent()) {
            throw Refused.pendingEvent();
        }
        droplet.ifPresent(it -> tables.put(it.destroying(true)));
        tables.put(last.again(request.outcome(), due(request)));
        return Answer.empty(202);
    }

    /** Destroys what can be destroyed; what can't does not hold up the rest. */
    void carryOut(Destroy destroy, long at) {
        Optional<Droplet> droplet = tables.droplet(destroy.dropletId());
        boolean fails = destroy.outcome() == Outcome.ERRORED || destroy.outcome() == Outcome.INEFFECTIVE;
        List<Item> items = destroy.items().stream()
                .map(item -> item.destroyedAt() != null ? item : fails ? failed(item) : item(destroy, item, at))
                .toList();
        Item itself = destroy.droplet();
        if (droplet.isPresent()) {
            if (fails) {
                tables.put(droplet.get().destroying(false));
                itself = failed(itself);
            } else {
                droplets.gone(droplet.get(), at);
                itself = itself.destroyed(at);
            }
        }
        tables.put(destroy.ended(itself, items, destroy.outcome() == Outcome.STUCK ? null : at));
    }

    private static Item failed(Item item) {
        return item.failed("failed to destroy resource");
    }

    private Item item(Destroy destroy, Item item, long at) {
        Optional<? extends Entity> found = switch (item.kind()) {
            case VOLUMES ->
                tables.volume(item.id())
                        .filter(it -> Long.valueOf(destroy.dropletId()).equals(it.dropletId()));
            case SNAPSHOTS -> tables.snapshot(item.id()).filter(it -> !it.ofVolume());
            case VOLUME_SNAPSHOTS -> tables.snapshot(item.id()).filter(Snapshot::ofVolume);
            case RESERVED_IPS -> Optional.<Entity>empty();
            case null -> Optional.<Entity>empty();
        };
        if (found.isEmpty()) {
            return item.failed("resource not found");
        }
        tables.drop(found.get());
        return item.destroyed(at);
    }

    private Answer status(ApiRequest request) {
        Destroy destroy = tables.destroy(request.number("droplet")).orElseThrow(Refused::notFound);
        Map<String, @Nullable Object> resources = Json.object("floating_ips", List.of());
        for (Kind kind : Kind.values()) {
            resources.put(
                    kind.word(),
                    destroy.items().stream()
                            .filter(item -> item.kind() == kind)
                            .map(Destroys::view)
                            .toList());
        }
        Map<String, @Nullable Object> status =
                Json.object("droplet", view(destroy.droplet()), "resources", resources, "failures", destroy.failures());
        if (destroy.completedAt() != null) {
            status.put("completed_at", Json.time(destroy.completedAt()));
        }
        return Answer.of(200, status);
    }

    private static Map<String, @Nullable Object> view(Item item) {
        Map<String, @Nullable Object> view = Json.object("id", item.id(), "name", item.name());
        if (item.destroyedAt() != null) {
            view.put("destroyed_at", Json.time(item.destroyedAt()));
        }
        if (item.error() != null) {
            view.put("error_message", item.error());
        }
        return view;
    }
}
