package dev.berth.infra.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path under which a share can be mounted.
 *
 * @param isDefault it came with the share and goes with it
 * @param dueAt when it is made, or, deleted, not shown any more
 */
record AccessPoint(
        String id,
        String name,
        String shareId,
        String path,
        @Nullable String vpcId,
        Policy policy,
        Status status,
        boolean isDefault,
        Outcome outcome,
        long createdAt,
        long updatedAt,
        @Nullable Long dueAt)
        implements Entity {

    enum Status {
        CREATING,
        ACTIVE,
        FAILED,
        DELETED
    }

    /** Who may do what through it. */
    record Policy(int anonuid, int anongid, List<String> protocols, String squash, boolean identity) {
        static final Policy USUAL = new Policy(65534, 65534, List.of("NFS4", "NFS"), "ROOT_SQUASH", false);
    }

    @Override
    public String key() {
        return "accessPoint/" + id;
    }

    @Override
    public @Nullable Long due() {
        return dueAt;
    }

    AccessPoint with(Status now, long updated, @Nullable Long due) {
        return new AccessPoint(
                id, name, shareId, path, vpcId, policy, now, isDefault, outcome, createdAt, updated, due);
    }
}
