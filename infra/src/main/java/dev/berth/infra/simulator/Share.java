package dev.berth.infra.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network file share.
 *
 * @param number part of its mount path
 * @param vpcIds where it can be mounted
 * @param host its address, null until it is active
 * @param task what runs on it; there is one at a time
 * @param goneAt when a deleted one is not shown any more
 */
record Share(
        String id,
        long number,
        String name,
        int sizeGiB,
        String region,
        Status status,
        List<String> vpcIds,
        boolean highTier,
        @Nullable String host,
        long createdAt,
        @Nullable Task task,
        @Nullable Long goneAt)
        implements Entity {

    enum Status {
        CREATING,
        ACTIVE,
        INACTIVE,
        FAILED,
        DELETED
    }

    /**
     * @param type {@code create} or one of the actions
     * @param vpcId the one that comes
     * @param oldVpcId the one that goes
     */
    record Task(
            String type,
            @Nullable Integer sizeGiB,
            @Nullable String vpcId,
            @Nullable String oldVpcId,
            Outcome outcome,
            long dueAt) {}

    @Override
    public String key() {
        return "share/" + id;
    }

    @Override
    public @Nullable Long due() {
        return task == null ? goneAt : Long.valueOf(task.dueAt());
    }

    Share begin(Task newTask) {
        return new Share(id, number, name, sizeGiB, region, status, vpcIds, highTier, host, createdAt, newTask, goneAt);
    }

    Share idle() {
        return new Share(id, number, name, sizeGiB, region, status, vpcIds, highTier, host, createdAt, null, goneAt);
    }

    Share withStatus(Status now) {
        return new Share(id, number, name, sizeGiB, region, now, vpcIds, highTier, host, createdAt, task, goneAt);
    }

    Share withHost(String address) {
        return new Share(id, number, name, sizeGiB, region, status, vpcIds, highTier, address, createdAt, task, goneAt);
    }

    Share withSize(int giB) {
        return new Share(id, number, name, giB, region, status, vpcIds, highTier, host, createdAt, task, goneAt);
    }

    Share withVpcs(List<String> now) {
        Status then = now.isEmpty() ? Status.INACTIVE : Status.ACTIVE;
        return new Share(id, number, name, sizeGiB, region, then, now, highTier, host, createdAt, task, goneAt);
    }

    Share withHighTier() {
        return new Share(id, number, name, sizeGiB, region, status, vpcIds, true, host, createdAt, task, goneAt);
    }

    Share deleted(long gone) {
        return new Share(
                id, number, name, sizeGiB, region, Status.DELETED, vpcIds, highTier, host, createdAt, null, gone);
    }
}
