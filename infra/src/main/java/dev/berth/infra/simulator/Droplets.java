package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Droplet.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code /v2/droplets}: makes, shows and destroys them. */
final class Droplets {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]");
    private static final int MOST_NAME = 255;
    private static final int MOST_AT_ONCE = 10;
    private static final int MOST_USER_DATA = 64 * 1024;

    private final Tables tables;
    private final Actions actions;
    private final Vpcs vpcs;
    private final Tags tags;

    Droplets(Tables tables, Actions actions, Vpcs vpcs, Tags tags, Router router) {
        this.tables = tables;
        this.actions = actions;
        this.vpcs = vpcs;
        this.tags = tags;
        router.add("GET", "/v2/droplets", this::list);
        router.add("POST", "/v2/droplets", this::create);
        router.add("DELETE", "/v2/droplets", this::deleteByTag);
        router.add("GET", "/v2/droplets/{droplet}", this::get);
        router.add("DELETE", "/v2/droplets/{droplet}", this::delete);
    }

    private Answer create(ApiRequest request) {
        Fields fields = request.fields();
        boolean several = fields.has("names");
        List<String> names = several ? fields.texts("names") : List.of(fields.text("name"));
        if (names.isEmpty() || names.size() > MOST_AT_ONCE) {
            throw Refused.unprocessable("names must hold 1 to %d names".formatted(MOST_AT_ONCE));
        }
        names.forEach(Droplets::checkName);
        Catalogue.Size size = Catalogue.size(fields.text("size"))
                .orElseThrow(() -> Refused.unprocessable("You specified an invalid size for Droplet creation."));
        String image = fields.textOrNumber("image");
        String region = region(fields.textOrNull("region"));
        String userData = fields.textOrNull("user_data");
        if (userData != null && userData.getBytes(StandardCharsets.UTF_8).length > MOST_USER_DATA) {
            throw Refused.unprocessable("User data is too large, it must be 64 KiB at most");
        }
        List<String> tagNames = Tags.checked(fields.texts("tags"));
        List<Volume> volumes = volumes(fields.texts("volumes"), region, names.size());
        Droplet.Options options = new Droplet.Options(
                fields.flag("ipv6", false),
                fields.flag("monitoring", false),
                fields.flag("backups", false),
                fields.flag("public_networking", true));
        String vpcId = fields.textOrNull("vpc_uuid");
        if (vpcId != null) {
            checkVpc(vpcId, region);
        }
        checkLimit(names.size());
        vpcs.checkRoom(vpcId, region, names.size());

        Vpc vpc = vpcId == null
                ? vpcs.defaultIn(region, request.now())
                : tables.vpc(vpcId).orElseThrow();
        List<String> known = tags.ensure(tagNames);
        List<Droplet> made = new ArrayList<>();
        List<Object> links = new ArrayList<>();
        for (String name : names) {
            Droplet droplet = new Droplet(
                    tables.nextNumber(),
                    name,
                    region,
                    size.slug(),
                    size.disk(),
                    image,
                    vpc.id(),
                    known,
                    Status.NEW,
                    options,
                    vpcs.freeAddress(vpc).orElseThrow(),
                    request.now(),
                    null,
                    false,
                    null);
            Action action = actions.begin(request, droplet, "create", null, null);
            vpcs.join(vpc, droplet);
            volumes.forEach(volume -> tables.put(volume.withEvent(action.id())));
            made.add(droplet.withEvent(action.id()));
            links.add(Json.object(
                    "id", action.id(), "rel", "create", "href", request.base() + "/v2/actions/" + action.id()));
        }
        List<Map<String, @Nullable Object>> views =
                made.stream().map(this::view).toList();
        return Answer.of(
                202,
                Json.object(
                        several ? "droplets" : "droplet",
                        several ? views : views.getFirst(),
                        "links",
                        Map.of("actions", links)));
    }

    static String checkName(String name) {
        if (name.length() > MOST_NAME || !NAME.matcher(name).matches()) {
            throw Refused.unprocessable("Only valid hostname characters are allowed. (a-z, A-Z, 0-9, . and -)");
        }
        return name;
    }

    private static String region(@Nullable String wanted) {
        return Catalogue.regionsLike(wanted == null ? "" : wanted)
                .findFirst()
                .orElseThrow(() -> Refused.unprocessable("You specified an invalid region for Droplet creation."));
    }

    private void checkVpc(String vpcId, String region) {
        Vpc vpc = tables.vpc(vpcId).orElseThrow(() -> Refused.unprocessable("VPC not found"));
        if (!vpc.region().equals(region)) {
            throw Refused.unprocessable("The VPC is not in the region of the Droplet");
        }
    }

    private List<Volume> volumes(List<String> ids, String region, int droplets) {
        List<Volume> volumes = new ArrayList<>();
        for (String id : ids) {
            if (!isUuid(id)) {
                // The API fails on a volume's name instead of refusing it.
                throw new Refused(500, "Server Error");
            }
            Volume volume = tables.volume(id)
                    .filter(it -> it.dropletId() == null && it.eventId() == null)
                    .filter(it -> it.region().equals(region) && !volumes.contains(it))
                    .orElseThrow(() -> Refused.unprocessable("Invalid volume allocations"));
            volumes.add(volume);
        }
        if (!volumes.isEmpty() && (droplets > 1 || volumes.size() > VolumeActions.MOST_PER_DROPLET)) {
            throw Refused.unprocessable("Invalid volume allocations");
        }
        return volumes;
    }

    private static boolean isUuid(String text) {
        try {
            return UUID.fromString(text).toString().equalsIgnoreCase(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void checkLimit(int more) {
        Integer limit = tables.settings().droplets();
        if (limit != null && tables.droplets().size() + more > limit) {
            throw Refused.unprocessable("creating this/these droplet(s) will exceed your droplet limit");
        }
    }

    private Answer list(ApiRequest request) {
        String name = request.parameter("name");
        String tag = request.parameter("tag_name");
        String type = request.parameter("type");
        if (tag != null && (name != null || type != null)) {
            throw Refused.unprocessable("tag_name can not be combined with name or type");
        }
        if (type != null && !type.equals("droplets") && !type.equals("gpus")) {
            throw Refused.unprocessable("type must be droplets or gpus");
        }
        long newest = request.now() - tables.settings().listLagMs();
        Predicate<Droplet> gpu = droplet -> size(droplet).gpus() > 0;
        List<Droplet> shown = tables.droplets().stream()
                .filter("gpus".equals(type) ? gpu : gpu.negate())
                .filter(droplet -> name == null || droplet.name().equalsIgnoreCase(name))
                .filter(droplet -> tag == null || droplet.tags().contains(tag))
                .filter(droplet -> droplet.createdAt() <= newest)
                .toList();
        return Pages.of(request, "droplets", shown, this::view);
    }

    /** The Droplet that the path names, also one that is being destroyed. */
    Droplet existing(ApiRequest request) {
        return tables.droplet(request.number("droplet")).orElseThrow(Refused::notFound);
    }

    private Answer get(ApiRequest request) {
        Droplet droplet = existing(request);
        if (droplet.createdAt() + tables.settings().hiddenMs() > request.now()) {
            throw Refused.notFound();
        }
        return Answer.of(200, Map.of("droplet", view(droplet)));
    }

    private Answer delete(ApiRequest request) {
        delete(existing(request), request.now());
        return Answer.empty(204).with("Content-Type", "application/json");
    }

    private void delete(Droplet droplet, long now) {
        if (droplet.status() == Status.NEW) {
            // What is still being made is not destroyed, although the answer says so.
            return;
        }
        if (droplet.busy()) {
            throw Refused.pendingEvent();
        }
        tables.put(droplet.destroyedAt(now + tables.settings().actionMs()));
    }

    private Answer deleteByTag(ApiRequest request) {
        String tag = request.parameter("tag_name");
        if (tag == null) {
            throw Refused.unprocessable("tag_name is required");
        }
        List.copyOf(tables.droplets()).stream()
                .filter(droplet -> droplet.tags().contains(tag) && !droplet.busy())
                .forEach(droplet -> delete(droplet, request.now()));
        return Answer.empty(204).with("Content-Type", "application/json");
    }

    /** The Droplet is gone, or was never made; its volumes and its network notice somewhat later. */
    void gone(Droplet droplet, long at) {
        long later = at + tables.settings().vanish();
        List<Volume> attached = tables.volumesOf(droplet.id()).toList();
        attached.forEach(volume -> tables.put(volume.clearedAt(later)));
        vpcs.leave(droplet, later);
        tables.drop(droplet);
    }

    /** It has been made, with the volumes that were to come with it. */
    void made(Action action, Droplet droplet) {
        tables.put(droplet.withStatus(Status.ACTIVE));
        List<Volume> coming = tables.volumes().stream()
                .filter(volume -> Long.valueOf(action.id()).equals(volume.eventId()))
                .toList();
        coming.forEach(volume -> tables.put(volume.attachedTo(droplet.id())));
    }

    static Catalogue.Size size(Droplet droplet) {
        return Catalogue.size(droplet.size()).orElseThrow();
    }

    private Map<String, @Nullable Object> view(Droplet droplet) {
        List<String> volumeIds = tables.volumesOf(droplet.id()).map(Volume::id).toList();
        return DropletView.of(droplet, volumeIds, snapshotIds(droplet), tables.vpc(droplet.vpcId()));
    }

    private List<Long> snapshotIds(Droplet droplet) {
        String id = Long.toString(droplet.id());
        return tables.snapshots().stream()
                .filter(it -> !it.ofVolume() && it.resourceId().equals(id))
                .map(it -> Long.valueOf(it.id()))
                .toList();
    }
}
