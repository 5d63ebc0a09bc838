package dev.berth.infra.simulator;

import org.jspecify.annotations.Nullable;

/**
 * An action on a Droplet or a volume.
 *
 * @param type as it is reported, for example {@code attach_volume}
 * @param dropletId the Droplet whose event it is, null for a volume that is not attached
 * @param volumeId for an action on a volume
 * @param text the argument, where it is a text: a size, a name or an image
 * @param number the argument, where it is a number
 * @param dueAt when it ends, null once it has
 */
record Action(
        long id,
        String type,
        Status status,
        @Nullable Long dropletId,
        @Nullable String volumeId,
        String region,
        @Nullable String text,
        @Nullable Integer number,
        Outcome outcome,
        long startedAt,
        @Nullable Long dueAt,
        @Nullable Long completedAt)
        implements Entity {

    enum Status {
        IN_PROGRESS("in-progress"),
        COMPLETED("completed"),
        ERRORED("errored");

        private final String word;

        Status(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    @Override
    public String key() {
        return "action/" + id;
    }

    @Override
    public @Nullable Long due() {
        return dueAt;
    }

    /** What it is once it has ended. */
    Action ended() {
        Status end = switch (outcome) {
            case WORKS, INEFFECTIVE -> Status.COMPLETED;
            case ERRORED -> Status.ERRORED;
            case STUCK -> Status.IN_PROGRESS;
        };
        Long at = end == Status.IN_PROGRESS ? null : dueAt;
        return new Action(id, type, end, dropletId, volumeId, region, text, number, outcome, startedAt, null, at);
    }
}
