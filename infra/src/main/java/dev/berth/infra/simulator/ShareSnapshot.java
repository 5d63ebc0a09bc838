package dev.berth.infra.simulator;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a share.
 *
 * @param dueAt when it is taken, or, deleted, not shown any more
 */
record ShareSnapshot(
        String id,
        String name,
        int sizeGiB,
        String region,
        Status status,
        String shareId,
        Outcome outcome,
        long createdAt,
        @Nullable Long dueAt)
        implements Entity {

    enum Status {
        CREATING,
        ACTIVE,
        FAILED,
        DELETED
    }

    @Override
    public String key() {
        return "shareSnapshot/" + id;
    }

    @Override
    public @Nullable Long due() {
        return dueAt;
    }

    ShareSnapshot with(Status now, @Nullable Long due) {
        return new ShareSnapshot(id, name, sizeGiB, region, now, shareId, outcome, createdAt, due);
    }
}
