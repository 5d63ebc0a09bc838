package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Droplet.Options;
import dev.berth.infra.simulator.Droplet.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /v2/droplets/{id}/actions}: what is done to a Droplet, one thing at a time. */
final class DropletActions {

    private static final Set<String> PLAIN = Set.of(
            "reboot",
            "power_cycle",
            "shutdown",
            "power_off",
            "power_on",
            "password_reset",
            "enable_ipv6",
            "enable_backups",
            "disable_backups",
            "change_backup_policy",
            "change_kernel");
    private static final Set<String> BY_TAG = Set.of(
            "power_cycle",
            "power_on",
            "power_off",
            "shutdown",
            "enable_ipv6",
            "enable_backups",
            "disable_backups",
            "snapshot");

    private final Tables tables;
    private final Actions actions;
    private final Droplets droplets;

    DropletActions(Tables tables, Actions actions, Droplets droplets, Router router) {
        this.tables = tables;
        this.actions = actions;
        this.droplets = droplets;
        router.add("POST", "/v2/droplets/{droplet}/actions", this::begin);
        router.add("POST", "/v2/droplets/actions", this::beginByTag);
        router.add("GET", "/v2/droplets/{droplet}/actions", request -> {
            Droplet droplet = droplets.existing(request);
            return actions.list(request, action -> isOf(action, droplet));
        });
        router.add("GET", "/v2/droplets/{droplet}/actions/{action}", request -> {
            Droplet droplet = droplets.existing(request);
            return actions.get(request, action -> isOf(action, droplet), Refused.notFound());
        });
    }

    private static boolean isOf(Action action, Droplet droplet) {
        return action.volumeId() == null && Long.valueOf(droplet.id()).equals(action.dropletId());
    }

    private Answer begin(ApiRequest request) {
        Droplet droplet = droplets.existing(request);
        return Actions.answer(201, begin(request, droplet, request.fields()));
    }

    private Answer beginByTag(ApiRequest request) {
        String tag = request.parameter("tag_name");
        Fields fields = request.fields();
        if (tag == null || !BY_TAG.contains(fields.text("type"))) {
            throw Refused.unprocessable("tag_name and a type that works on tags are required");
        }
        List<Object> begun = new ArrayList<>();
        for (Droplet droplet : List.copyOf(tables.droplets())) {
            if (droplet.tags().contains(tag)) {
                try {
                    begun.add(Actions.view(begin(request, droplet, fields)));
                } catch (Refused e) {
                    // The others are acted on all the same.
                }
            }
        }
        return Answer.of(201, Map.of("actions", begun));
    }

    private Action begin(ApiRequest request, Droplet droplet, Fields fields) {
        String type = fields.text("type");
        String text = argument(type, fields);
        if (droplet.busy()) {
            throw Refused.pendingEvent();
        }
        Integer withDisk = null;
        switch (type) {
            case "power_on" -> refuseWhen(droplet.status() == Status.ACTIVE, "Droplet is already powered on");
            case "power_off" -> refuseWhen(droplet.status() == Status.OFF, "Droplet is already powered off");
            case "reboot" -> refuseWhen(droplet.status() == Status.OFF, "Droplet is powered off");
            case "resize" -> {
                boolean disk = fields.flag("disk", false);
                checkResize(droplet, String.valueOf(text), disk);
                withDisk = disk ? 1 : 0;
            }
            default -> {}
        }
        return actions.begin(request, droplet, type, text, withDisk);
    }

    private static @Nullable String argument(String type, Fields fields) {
        return switch (type) {
            case "resize" -> fields.text("size");
            case "rename" -> Droplets.checkName(fields.text("name"));
            case "snapshot" -> fields.text("name");
            case "rebuild", "restore" -> fields.textOrNumber("image");
            default -> {
                refuseWhen(!PLAIN.contains(type), "The specified action is invalid");
                yield null;
            }
        };
    }

    private static void refuseWhen(boolean wrong, String message) {
        if (wrong) {
            throw Refused.unprocessable(message);
        }
    }

    private static void checkResize(Droplet droplet, String slug, boolean withDisk) {
        Catalogue.Size size = Catalogue.size(slug)
                .orElseThrow(() -> Refused.unprocessable("You specified an invalid size for the Droplet."));
        refuseWhen(slug.equals(droplet.size()), "Droplet already has this size");
        refuseWhen(droplet.status() != Status.OFF, "Droplet must be powered off to be resized");
        refuseWhen(size.disk() < droplet.diskGb(), "Size can not decrease size of Droplet's disk image");
        refuseWhen(withDisk && size.disk() == droplet.diskGb(), "The disk already has this size");
    }

    /** Does what the action says. */
    void carryOut(Action action, Droplet droplet, long at) {
        String text = String.valueOf(action.text());
        switch (action.type()) {
            case "create" -> droplets.made(action, droplet);
            case "power_on", "power_cycle", "reboot", "restore", "rebuild" -> {
                boolean fromImage = action.text() != null;
                Droplet running = droplet.withStatus(Status.ACTIVE);
                tables.put(fromImage ? running.withImage(text) : running);
            }
            case "power_off", "shutdown" -> tables.put(droplet.withStatus(Status.OFF));
            case "resize" -> {
                int disk = Catalogue.size(text).orElseThrow().disk();
                boolean withDisk = Integer.valueOf(1).equals(action.number());
                tables.put(droplet.withSize(text, withDisk ? disk : droplet.diskGb()));
            }
            case "rename" -> tables.put(droplet.withName(text));
            case "snapshot" -> {
                String id = Long.toString(tables.nextNumber());
                String of = Long.toString(droplet.id());
                tables.put(new Snapshot(id, text, droplet.region(), false, of, droplet.diskGb(), List.of(), at));
            }
            case "enable_ipv6" ->
                tables.put(droplet.withOptions(
                        options(droplet, true, droplet.options().backups())));
            case "enable_backups" ->
                tables.put(
                        droplet.withOptions(options(droplet, droplet.options().ipv6(), true)));
            case "disable_backups" ->
                tables.put(
                        droplet.withOptions(options(droplet, droplet.options().ipv6(), false)));
            default -> {
                // Nothing of it can be seen.
            }
        }
    }

    private static Options options(Droplet droplet, boolean ipv6, boolean backups) {
        Options old = droplet.options();
        return new Options(ipv6, old.monitoring(), backups, old.publicNetworking());
    }
}
