package dev.berth.infra.readers;

import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventhandling.WrappedToken;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.SimpleSerializedObject;
import org.jooq.DSLContext;

/** How far readers have come, as their tokens in the database say. */
public final class ReaderTokens {
    private final DSLContext sql;
    private final Serializer serializer;

    ReaderTokens(DSLContext sql, Serializer serializer) {
        this.sql = sql;
        this.serializer = serializer;
    }

    /**
     * Holds a reader off until the transaction ends: a batch begins by storing its token. Answers how far its segments
     * have come, those that have begun.
     */
    List<TrackingToken> hold(String reader) {
        List<TrackingToken> tokens = new ArrayList<>();
        sql.fetch(
                        "select token, token_type from token_entry where processor_name = ? order by segment for"
                                + " update",
                        reader)
                .forEach(row -> {
                    String token = row.get(0, String.class);
                    TrackingToken read = token == null
                            ? null
                            : WrappedToken.unwrapUpperBound(serializer.deserialize(
                                    new SimpleSerializedObject<>(token, String.class, row.get(1, String.class), null)));
                    if (read != null) {
                        tokens.add(read);
                    }
                });
        return tokens;
    }

    /** Forgets how far a reader has come, and what it has put aside. */
    void delete(String reader) {
        sql.execute("delete from token_entry where processor_name = ?", reader);
        sql.execute("delete from dead_letter_entry where processing_group = ?", reader);
    }

    /** What one reader has put aside stands in the place of what another one has. */
    void takeOverLetters(String from, String to) {
        sql.execute("delete from dead_letter_entry where processing_group = ?", to);
        sql.execute("update dead_letter_entry set processing_group = ? where processing_group = ?", to, from);
    }
}
