package dev.berth.query.projection;

import dev.berth.query.Delivered;
import java.util.List;
import org.jooq.DSLContext;

/** A reader of all events that keeps what it makes of them in tables of the same database as its token. */
public interface Projection {
    /** Its stable name: that of its processor, its tokens and its dead letters. */
    String name();

    /**
     * Takes in events, in the order of their delivery. It may be given an event again, which must then change nothing.
     *
     * @param sql within the transaction that also stores the token
     * @throws RuntimeException where an event can't be taken in; all that was written is then taken back
     */
    void project(DSLContext sql, List<Delivered> events);
}
