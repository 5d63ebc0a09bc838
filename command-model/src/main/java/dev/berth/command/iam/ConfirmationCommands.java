package dev.berth.command.iam;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ApproveConfirmation;
import dev.berth.api.iam.ConfirmationState;
import dev.berth.api.iam.ResourceRef;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * Approvals of what delegated sessions ask for.
 *
 * <p>Owns: that only the principal's own session approves. Does not own: what is then done (the delegate calls again).
 * Invariants: no policy lets a delegate, or anyone else, approve. On failure: nothing is kept; the principal may ask
 * again.
 */
public final class ConfirmationCommands {
    private static final String METHOD = "iam.confirmations.approve";
    private static final String ACTION = "compute:iam:manage";

    private final Gate gate;
    private final Streams<Confirmation> confirmations;

    /** The commands of a deployment. */
    public ConfirmationCommands(Gate gate, Streams<Confirmation> confirmations) {
        this.gate = gate;
        this.confirmations = confirmations;
    }

    /** Approves one call. */
    @CommandHandler
    public Outcome<Affected> handle(ApproveConfirmation command, @MetaDataValue(Context.KEY) Context context) {
        String id = command.confirmationId();
        Optional<Streams.Loaded<Confirmation>> found = confirmations
                .find(id)
                .filter(it -> it.get(Confirmation::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(Problem.notFound("confirmation", "compute-confirmation/" + id));
        }
        Streams.Loaded<Confirmation> confirmation = found.get();
        String principal = confirmation.get(Confirmation::principal);
        ResourceRef resource = new ResourceRef(
                "compute-confirmation", id, Map.of("tenantId", command.tenantId(), "createdBy", principal));
        if (context.caller().delegated() || !context.caller().principal().equals(principal)) {
            return gate.deny(context, command, METHOD, ACTION, resource, "own-session-only");
        }
        return gate.pass(context, command, METHOD, ACTION, resource, meta -> {
            ConfirmationState state = confirmation.get(it -> it.state(context.now()));
            if (state != ConfirmationState.PENDING) {
                return Outcome.refused(Problem.invalidState(
                        "Only a confirmation that waits for its approval can be approved.",
                        state.name().toLowerCase(Locale.ROOT)));
            }
            confirmation.apply(it -> it.approve(context.now(), meta));
            return Outcome.done(new Affected(id));
        });
    }
}
