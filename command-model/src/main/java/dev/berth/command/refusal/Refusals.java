package dev.berth.command.refusal;

import dev.berth.api.Problem;
import dev.berth.command.Streams;
import java.time.Instant;
import org.axonframework.messaging.MetaData;

/** Keeps the record of refused calls. */
public final class Refusals {
    private final Streams<RefusalLog> logs;

    /** Over the logs of all tenants and days. */
    public Refusals(Streams<RefusalLog> logs) {
        this.logs = logs;
    }

    /** Records a refusal in the current unit of work. */
    public void record(
            String tenantId, Instant at, String method, String resource, Problem problem, MetaData metaData) {
        RefusalLog.Entry entry = new RefusalLog.Entry(at, method, resource, problem);
        logs.find(RefusalLog.id(tenantId, at))
                .ifPresentOrElse(
                        log -> log.apply(it -> it.add(tenantId, entry, metaData)),
                        () -> logs.create(() -> RefusalLog.begin(tenantId, entry, metaData)));
    }
}
