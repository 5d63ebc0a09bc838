package dev.berth.command.refusal;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/** Keeps refusals that were made before there was a command to decide on. */
public final class RefusalCommands {
    private final Refusals refusals;

    /** Over the logs of all tenants. */
    public RefusalCommands(Refusals refusals) {
        this.refusals = refusals;
    }

    /**
     * A mutating call that named another tenant than its token's.
     *
     * @param tenantId the token's own tenant, whose log it goes to
     * @param resource the tenant that the call named, as it stands in the error
     */
    public record ForeignCall(String tenantId, String method, String resource, Problem problem) {}

    /** Keeps it. */
    @CommandHandler
    public Outcome<Affected> handle(ForeignCall call, @MetaDataValue(Context.KEY) Context context) {
        refusals.record(
                call.tenantId(),
                context.now(),
                call.method(),
                call.resource(),
                call.problem(),
                MetaData.emptyInstance());
        return Outcome.done(new Affected(call.tenantId()));
    }
}
