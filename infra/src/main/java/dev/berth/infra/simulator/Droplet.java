package dev.berth.infra.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param size the slug
 * @param diskGb it does not shrink with the size
 * @param image a slug or a number
 * @param eventId the action that runs; there is one at a time
 * @param destroying whether it is being destroyed
 * @param destroyAt when it is gone, where nothing else is destroyed with it
 */
record Droplet(
        long id,
        String name,
        String region,
        String size,
        int diskGb,
        String image,
        String vpcId,
        List<String> tags,
        Status status,
        Options options,
        String privateIp,
        long createdAt,
        @Nullable Long eventId,
        boolean destroying,
        @Nullable Long destroyAt)
        implements Entity {

    enum Status {
        NEW,
        ACTIVE,
        OFF
    }

    /** What was asked for beside the shape. */
    record Options(boolean ipv6, boolean monitoring, boolean backups, boolean publicNetworking) {}

    @Override
    public String key() {
        return "droplet/" + id;
    }

    @Override
    public @Nullable Long due() {
        return destroyAt;
    }

    /** Whether something runs that keeps everything else from beginning. */
    boolean busy() {
        return eventId != null || destroying;
    }

    private Droplet with(Status newStatus, @Nullable Long event, boolean isDestroying, @Nullable Long at) {
        return new Droplet(
                id,
                name,
                region,
                size,
                diskGb,
                image,
                vpcId,
                tags,
                newStatus,
                options,
                privateIp,
                createdAt,
                event,
                isDestroying,
                at);
    }

    Droplet withEvent(@Nullable Long action) {
        return with(status, action, destroying, destroyAt);
    }

    Droplet withStatus(Status now) {
        return with(now, eventId, destroying, destroyAt);
    }

    Droplet destroyedAt(long at) {
        return with(status, eventId, true, at);
    }

    Droplet destroying(boolean now) {
        return with(status, eventId, now, null);
    }

    private Droplet with(String newName, String newImage, List<String> newTags, Options newOptions) {
        return new Droplet(
                id,
                newName,
                region,
                size,
                diskGb,
                newImage,
                vpcId,
                newTags,
                status,
                newOptions,
                privateIp,
                createdAt,
                eventId,
                destroying,
                destroyAt);
    }

    Droplet withName(String now) {
        return with(now, image, tags, options);
    }

    Droplet withImage(String now) {
        return with(name, now, tags, options);
    }

    Droplet withTags(List<String> now) {
        return with(name, image, now, options);
    }

    Droplet withOptions(Options now) {
        return with(name, image, tags, now);
    }

    Droplet withSize(String slug, int gb) {
        return new Droplet(
                id,
                name,
                region,
                slug,
                gb,
                image,
                vpcId,
                tags,
                status,
                options,
                privateIp,
                createdAt,
                eventId,
                destroying,
                destroyAt);
    }
}
