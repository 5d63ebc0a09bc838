package dev.berth.infra.simulator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Actions of Droplets and volumes, and {@code /v2/actions}. */
final class Actions {

    private final Tables tables;

    Actions(Tables tables, Router router) {
        this.tables = tables;
        router.add("GET", "/v2/actions", request -> list(request, action -> true));
        router.add("GET", "/v2/actions/{action}", request -> get(request, action -> true, Refused.notFound()));
    }

    /** Begins an action of a Droplet, whose event it is from now on. */
    Action begin(ApiRequest request, Droplet droplet, String type, @Nullable String text, @Nullable Integer number) {
        Action action = begin(request, type, droplet.id(), null, droplet.region(), text, number);
        tables.put(droplet.withEvent(action.id()));
        return action;
    }

    /**
     * Begins an action of a volume.
     *
     * @param droplet whose event it is, if it has to do with one
     */
    Action begin(ApiRequest request, Volume volume, String type, @Nullable Droplet droplet, @Nullable Integer number) {
        Long dropletId = droplet == null ? null : droplet.id();
        Action action = begin(request, type, dropletId, volume.id(), volume.region(), null, number);
        if (droplet != null) {
            tables.put(droplet.withEvent(action.id()));
        }
        tables.put(volume.withEvent(action.id()));
        return action;
    }

    private Action begin(
            ApiRequest request,
            String type,
            @Nullable Long dropletId,
            @Nullable String volumeId,
            String region,
            @Nullable String text,
            @Nullable Integer number) {
        Action action = new Action(
                tables.nextNumber(),
                type,
                Action.Status.IN_PROGRESS,
                dropletId,
                volumeId,
                region,
                text,
                number,
                request.outcome(),
                request.now(),
                request.now() + tables.settings().actionMs(),
                null);
        tables.put(action);
        return action;
    }

    /** Ends an action: the Droplet and the volume are free again. */
    void end(Action action) {
        tables.put(action.ended());
        Optional.ofNullable(action.dropletId())
                .flatMap(tables::droplet)
                .filter(droplet -> Long.valueOf(action.id()).equals(droplet.eventId()))
                .ifPresent(droplet -> tables.put(droplet.withEvent(null)));
        List<Volume> volumes = tables.volumes().stream()
                .filter(volume -> Long.valueOf(action.id()).equals(volume.eventId()))
                .toList();
        volumes.forEach(volume -> tables.put(volume.withEvent(null)));
    }

    /** The newest first. */
    Answer list(ApiRequest request, Predicate<Action> which) {
        List<Action> shown =
                List.copyOf(tables.actions()).reversed().stream().filter(which).toList();
        return Pages.of(request, "actions", shown, Actions::view);
    }

    /** One action, if it is one of these and has begun to show. */
    Answer get(ApiRequest request, Predicate<Action> which, Refused missing) {
        Action action = tables.action(request.number("action"))
                .filter(which)
                .filter(it -> it.startedAt() + tables.settings().hiddenMs() <= request.now())
                .orElseThrow(() -> missing);
        return answer(200, action);
    }

    static Answer answer(int status, Action action) {
        return Answer.of(status, Map.of("action", view(action)));
    }

    static Map<String, @Nullable Object> view(Action action) {
        boolean ofVolume = action.volumeId() != null;
        return Json.object(
                "id", action.id(),
                "status", action.status().word(),
                "type", action.type(),
                "started_at", Json.time(action.startedAt()),
                "completed_at", Json.timeOrNull(action.completedAt()),
                "resource_id", ofVolume ? null : action.dropletId(),
                "resource_type", ofVolume ? "volume" : "droplet",
                "region", Catalogue.region(action.region()),
                "region_slug", action.region());
    }
}
