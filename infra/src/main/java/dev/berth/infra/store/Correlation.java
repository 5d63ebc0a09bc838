package dev.berth.infra.store;

import dev.berth.api.Command;
import dev.berth.api.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.correlation.CorrelationDataProvider;
import org.jspecify.annotations.Nullable;

/** What every event keeps of the call that caused it. */
public final class Correlation implements CorrelationDataProvider {
    /** Who acted: a principal, or {@code system:reconciler}. */
    public static final String ACTOR = "actor";

    /** In the name of which tenant. */
    public static final String TENANT = "tenant";

    /** The request's id. */
    public static final String REQUEST_ID = "requestId";

    /** The token of the call. */
    public static final String SESSION = "session";

    /** What led to it: an event's id, or the request's. */
    public static final String CAUSE = "cause";

    private static final String READY = "berth.correlation";

    /** The metadata of a command that is dispatched. */
    static MetaData metadata(Object command, Context context, @Nullable String cause) {
        Map<String, String> kept = new LinkedHashMap<>();
        kept.put(ACTOR, context.caller().principal());
        String tenant = command instanceof Command call
                ? call.tenantId()
                : context.caller().tenantId();
        if (tenant != null) {
            kept.put(TENANT, tenant);
        }
        kept.put(REQUEST_ID, context.requestId());
        kept.put(SESSION, context.caller().session());
        kept.put(CAUSE, cause == null ? context.requestId() : cause);
        return MetaData.with(Context.KEY, context).and(READY, Map.copyOf(kept));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<String, ?> correlationDataFor(Message<?> message) {
        // Asked for once per event; so it is made when the command is dispatched.
        Object ready = message.getMetaData().get(READY);
        return ready == null ? Map.of() : (Map<String, ?>) ready;
    }
}
