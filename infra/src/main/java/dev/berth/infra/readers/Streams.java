package dev.berth.infra.readers;

import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** The streams of a vocabulary, in pages in the order of their ids. */
final class Streams {
    private static final int PAGE = 500;

    private final DSLContext sql;

    Streams(DSLContext sql) {
        this.sql = sql;
    }

    /** Every stream that begins with an event of this vocabulary. */
    Iterable<List<String>> of(Class<? extends DomainEvent> vocabulary) {
        Collection<String> names = Arrays.stream(vocabulary.getPermittedSubclasses())
                .map(type -> EventTypes.name(type.asSubclass(DomainEvent.class)))
                .toList();
        return () -> new Pages(names);
    }

    private final class Pages implements Iterator<List<String>> {
        private final String[] types;
        private @Nullable List<String> next;

        Pages(Collection<String> types) {
            this.types = types.toArray(String[]::new);
            this.next = page("");
        }

        private @Nullable List<String> page(String after) {
            List<String> found = sql.fetch(
                            "select aggregate_identifier from domain_event_entry where aggregate_identifier > ?"
                                    + " and sequence_number = 0 and payload_type = any (?)"
                                    + " order by aggregate_identifier limit " + PAGE,
                            after,
                            types)
                    .getValues(0, String.class);
            return found.isEmpty() ? null : found;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public List<String> next() {
            List<String> page = next;
            if (page == null) {
                throw new NoSuchElementException();
            }
            next = page(page.getLast());
            return page;
        }
    }
}
