package dev.berth.infra.userdata;

import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.query.Delivered;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Destroys the keys of deleted instances' start-up data.
 *
 * <p>Owns: the end of keys. Does not own: their making. Invariants: once a reader has come past {@code instance.deleted}
 * the ciphertext can't be read any more. On failure: the batch is taken in again; destroying twice changes nothing.
 */
public final class KeyDestruction {
    private KeyDestruction() {}

    /** Destroys the keys of those that these events delete, in the reader's transaction. */
    public static void destroyed(DSLContext sql, List<Delivered> events) {
        List<String> gone = events.stream()
                .map(Delivered::event)
                .filter(InstanceDeleted.class::isInstance)
                .map(it -> ((InstanceDeleted) it).instanceId())
                .toList();
        if (!gone.isEmpty()) {
            sql.deleteFrom(DSL.table(DSL.name("user_data_key")))
                    .where(DSL.field(DSL.name("instance_id"), SQLDataType.VARCHAR)
                            .in(gone))
                    .execute();
        }
    }
}
