package dev.berth.api.refusal;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import java.util.Map;

/** What happens in the log of a tenant's refused calls of one day. */
public sealed interface RefusalEvent extends DomainEvent {
    /** Derived from tenant and day. */
    String logId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return logId();
    }

    /** A mutating call was refused. Its decision is in the metadata. */
    @Stored(name = "request.refused")
    record RequestRefused(
            String logId,
            String tenantId,
            String method,
            String resource,
            String code,
            String detail,
            Map<String, Object> details)
            implements RefusalEvent {}
}
