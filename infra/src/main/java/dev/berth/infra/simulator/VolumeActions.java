package dev.berth.infra.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** {@code /v2/volumes/{id}/actions}: attaches, detaches and resizes, one thing at a time per Droplet. */
final class VolumeActions {

    static final int MOST_PER_DROPLET = 15;

    private final Tables tables;
    private final Actions actions;
    private final Volumes volumes;
    private final Tags tags;

    VolumeActions(Tables tables, Actions actions, Volumes volumes, Tags tags, Router router) {
        this.tables = tables;
        this.actions = actions;
        this.volumes = volumes;
        this.tags = tags;
        router.add("POST", "/v2/volumes/{volume}/actions", this::begin);
        router.add("POST", "/v2/volumes/actions", this::beginByName);
        router.add("GET", "/v2/volumes/{volume}/actions", request -> actions.list(request, of(request)));
        router.add(
                "GET",
                "/v2/volumes/{volume}/actions/{action}",
                request -> actions.get(request, of(request), Refused.notFound("no volume event found")));
    }

    private Predicate<Action> of(ApiRequest request) {
        String id = volumes.existing(request).id();
        return action -> id.equals(action.volumeId());
    }

    private Answer begin(ApiRequest request) {
        Volume volume = volumes.existing(request);
        Fields fields = request.fields();
        String type = fields.text("type");
        checkRegion(fields, volume);
        if (type.equals("resize")) {
            return resize(request, volume, fields);
        }
        return attachOrDetach(request, type, volume, fields);
    }

    private Answer beginByName(ApiRequest request) {
        Fields fields = request.fields();
        String type = fields.text("type");
        Volume volume = volumes.named(fields.text("volume_name"), fields.textOrNull("region"))
                .orElseThrow(Refused::notFound);
        return attachOrDetach(request, type, volume, fields);
    }

    private static void checkRegion(Fields fields, Volume volume) {
        String region = fields.textOrNull("region");
        if (region != null && !region.isEmpty() && !region.equals(volume.region())) {
            throw Refused.unprocessable("The volume is not in this region");
        }
    }

    private Answer attachOrDetach(ApiRequest request, String type, Volume volume, Fields fields) {
        return switch (type) {
            case "attach" -> attach(request, volume, fields);
            case "detach" -> detach(request, volume, fields);
            default -> throw Refused.unprocessable("The specified action is invalid");
        };
    }

    private Answer attach(ApiRequest request, Volume volume, Fields fields) {
        Long dropletId = fields.numberOrNull("droplet_id");
        if (dropletId == null) {
            throw Refused.unprocessable("droplet_id is required");
        }
        Droplet droplet = tables.droplet(dropletId).orElseThrow(Refused::notFound);
        Tags.checked(fields.texts("tags"));
        if (volume.dropletId() != null) {
            throw Refused.unprocessable("This volume is already attached");
        }
        if (!volume.region().equals(droplet.region())) {
            throw Refused.unprocessable("The volume and the Droplet must be in the same region");
        }
        if (droplet.busy()) {
            throw Refused.pendingEvent();
        }
        if (volume.eventId() != null) {
            throw pendingOf(volume);
        }
        if (tables.volumesOf(droplet.id()).count() >= MOST_PER_DROPLET) {
            throw Refused.unprocessable("cannot attach more volumes to the Droplet");
        }
        Volume tagged = volume;
        if (fields.has("tags")) {
            List<String> all = new ArrayList<>(volume.tags());
            all.addAll(fields.texts("tags"));
            tagged = volume.withTags(tags.ensure(all));
        }
        return Actions.answer(202, actions.begin(request, tagged, "attach_volume", droplet, null));
    }

    /** What runs on the volume, if not on the Droplet: it is being attached to another one, or resized on its own. */
    private Refused pendingOf(Volume volume) {
        boolean attaching = Optional.ofNullable(volume.eventId())
                .flatMap(tables::action)
                .filter(action -> action.dropletId() != null)
                .isPresent();
        return attaching
                ? Refused.unprocessable("This volume is already attached")
                : Refused.unprocessable("Volume already has a pending event.");
    }

    private Answer detach(ApiRequest request, Volume volume, Fields fields) {
        Long dropletId = fields.numberOrNull("droplet_id");
        if (dropletId == null) {
            throw Refused.unprocessable("Attachment not found");
        }
        Droplet droplet = tables.droplet(dropletId).orElseThrow(Refused::notFound);
        if (droplet.busy()) {
            throw Refused.pendingEvent();
        }
        if (volume.dropletId() == null) {
            throw Refused.notFound("volume is not attached to droplet");
        }
        if (volume.dropletId() != droplet.id()) {
            throw Refused.unprocessable("Attachment not found");
        }
        return Actions.answer(202, actions.begin(request, volume, "detach_volume", droplet, null));
    }

    private Answer resize(ApiRequest request, Volume volume, Fields fields) {
        int size = fields.number("size_gigabytes", 1, Volumes.MOST_GIB);
        if (size <= volume.sizeGiB()) {
            throw Refused.unprocessable("size_gigabytes must be greater than the current size of the volume");
        }
        Droplet droplet = volume.dropletId() == null
                ? null
                : tables.droplet(volume.dropletId()).orElse(null);
        if (droplet != null && droplet.busy()) {
            throw Refused.pendingEvent();
        }
        if (volume.eventId() != null) {
            throw Refused.unprocessable("Volume already has a pending event.");
        }
        volumes.checkLimits(0, size - volume.sizeGiB());
        return Actions.answer(202, actions.begin(request, volume, "resize_volume", droplet, size));
    }

    /** Does what the action says. */
    void carryOut(Action action, Volume volume) {
        switch (action.type()) {
            case "attach_volume" -> tables.put(volume.attachedTo(action.dropletId()));
            case "detach_volume" -> tables.put(volume.attachedTo(null));
            case "resize_volume" -> {
                Integer size = action.number();
                tables.put(volume.withSize(size == null ? volume.sizeGiB() : size));
            }
            default -> throw new IllegalStateException("No action of a volume is " + action.type());
        }
    }
}
