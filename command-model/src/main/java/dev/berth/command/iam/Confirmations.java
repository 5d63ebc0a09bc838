package dev.berth.command.iam;

import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.Problem;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.ConfirmationState;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import java.util.Map;
import java.util.Optional;
import org.axonframework.messaging.MetaData;

/** Lets a delegated session's call through once its principal has approved it, and asks for that approval before. */
public final class Confirmations {
    private final Streams<Confirmation> confirmations;
    private final RequestDigest digest;

    /** Over all confirmations; calls are told apart by their digest. */
    public Confirmations(Streams<Confirmation> confirmations, RequestDigest digest) {
        this.confirmations = confirmations;
        this.digest = digest;
    }

    /**
     * Looks for an approval of this call, and asks for one where there is none.
     *
     * @return empty where the call may go on, which then has to {@link #use} the approval; else why not
     */
    public Optional<Problem> check(
            Context context, Command command, String method, AccessRequest request, MetaData meta) {
        String principal = context.caller().principal();
        String resource = request.resource().path();
        String id = id(context, command, method);
        Optional<Streams.Loaded<Confirmation>> found = confirmations.find(id);
        if (found.isEmpty()) {
            confirmations.create(() -> Confirmation.request(
                    id, command.tenantId(), principal, request.action(), resource, context.now(), meta));
            return Optional.of(required(id, request));
        }
        Streams.Loaded<Confirmation> confirmation = found.get();
        ConfirmationState state = confirmation.get(it -> it.state(context.now()));
        return switch (state) {
            case APPROVED -> Optional.empty();
            case PENDING -> Optional.of(required(id, request));
            case USED, EXPIRED -> {
                confirmation.apply(it -> it.requestAgain(request.action(), resource, context.now(), meta));
                yield Optional.of(required(id, request));
            }
        };
    }

    /** Uses up the approval of this call, which {@link #check} has found. */
    public void use(Context context, Command command, String method, MetaData meta) {
        confirmations.get(id(context, command, method)).apply(it -> it.use(meta));
    }

    private String id(Context context, Command command, String method) {
        return Ids.derived("conf", command.tenantId(), context.caller().principal(), method, digest.digest(command));
    }

    private static Problem required(String id, AccessRequest request) {
        return new Problem(
                ErrorCode.CONFIRMATION_REQUIRED,
                "This must be approved by the principal; approve " + id + " and call again.",
                Map.of(
                        "confirmationId", id,
                        "action", request.action(),
                        "resource", request.resource().path()));
    }
}
