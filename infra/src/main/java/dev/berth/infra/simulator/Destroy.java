package dev.berth.infra.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last destruction of a Droplet together with other things.
 *
 * @param dueAt when it ends, null once it has
 * @param completedAt null while it runs
 */
record Destroy(
        long dropletId,
        Item droplet,
        List<Item> items,
        Outcome outcome,
        @Nullable Long dueAt,
        @Nullable Long completedAt)
        implements Entity {

    /** The kinds of things that can be destroyed with a Droplet, by their keys in the API. */
    enum Kind {
        RESERVED_IPS("reserved_ips"),
        SNAPSHOTS("snapshots"),
        VOLUMES("volumes"),
        VOLUME_SNAPSHOTS("volume_snapshots");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /** One thing to destroy; the Droplet itself has no kind. */
    record Item(
            @Nullable Kind kind,
            String id,
            String name,
            @Nullable Long destroyedAt,
            @Nullable String error) {

        Item destroyed(long at) {
            return new Item(kind, id, name, at, null);
        }

        Item failed(String why) {
            return new Item(kind, id, name, null, why);
        }

        boolean hasFailed() {
            return error != null;
        }
    }

    @Override
    public String key() {
        return "destroy/" + dropletId;
    }

    @Override
    public @Nullable Long due() {
        return dueAt;
    }

    int failures() {
        return (int) items.stream().filter(Item::hasFailed).count() + (droplet.hasFailed() ? 1 : 0);
    }

    Destroy ended(Item dropletNow, List<Item> itemsNow, @Nullable Long at) {
        return new Destroy(dropletId, dropletNow, itemsNow, outcome, null, at);
    }

    Destroy again(Outcome how, long due) {
        return new Destroy(dropletId, droplet, items, how, due, null);
    }
}
