package dev.berth.command.refusal;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.Problem;
import dev.berth.api.refusal.RefusalEvent;
import dev.berth.api.refusal.RefusalEvent.RequestRefused;
import java.time.Instant;
import java.time.ZoneOffset;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * The mutating calls of one tenant that were refused on one day.
 *
 * <p>Owns: the record of each refusal. Does not own: why it was refused; that is in the record's decision. Invariants:
 * one stream per tenant and UTC day, never that of the refused resource, so that refusals cost nobody a lock or a
 * longer stream. On failure: the unit of work of the refusal is tried again like any other.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class RefusalLog {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    RefusalLog() {}

    static RefusalLog begin(String tenantId, Entry entry, MetaData metaData) {
        RefusalLog log = new RefusalLog();
        apply(event(tenantId, entry), metaData);
        return log;
    }

    void add(String tenantId, Entry entry, MetaData metaData) {
        apply(event(tenantId, entry), metaData);
    }

    private static RequestRefused event(String tenantId, Entry entry) {
        Problem problem = entry.problem();
        return new RequestRefused(
                id(tenantId, entry.at()),
                tenantId,
                entry.method(),
                entry.resource(),
                problem.code().name(),
                problem.detail(),
                problem.details());
    }

    static String id(String tenantId, Instant at) {
        return Ids.derived(
                "rfs", tenantId, at.atZone(ZoneOffset.UTC).toLocalDate().toString());
    }

    @EventSourcingHandler
    void on(RefusalEvent event) {
        id = event.logId();
    }

    /** A refused call. */
    record Entry(Instant at, String method, String resource, Problem problem) {}
}
