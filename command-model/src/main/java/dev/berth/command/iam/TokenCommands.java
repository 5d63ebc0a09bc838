package dev.berth.command.iam;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.CreateToken;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.RevokeToken;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.tenant.Tenant;
import java.time.Instant;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of a tenant.
 *
 * <p>Owns: that a tenant begins with the first token that the operator makes for it. Does not own: the secret; whoever
 * answers the caller makes it and hands on its hash alone, beside the command and never in it. Invariants: a token can
 * only be revoked; a delegated session makes delegated ones alone, or else it could make itself one that approves what it
 * asks for. On failure: nothing is kept; a secret whose token was not made is good for nothing.
 */
public final class TokenCommands {
    /** The metadata key of the hex SHA-256 of the new token's secret, which the dispatcher of a {@link CreateToken} sets. */
    public static final String TOKEN_HASH = "tokenHash";

    private static final String CREATE = "iam.tokens.create";
    private static final String ACTION = "compute:iam:manage";

    private final Gate gate;
    private final Streams<Token> tokens;
    private final Streams<Tenant> tenants;

    /** The commands of a deployment. */
    public TokenCommands(Gate gate, Streams<Token> tokens, Streams<Tenant> tenants) {
        this.gate = gate;
        this.tokens = tokens;
        this.tenants = tenants;
    }

    /** Makes a token whose id is the call's new id with the prefix {@code tok}. */
    @CommandHandler
    public Outcome<Affected> handle(
            CreateToken command,
            @MetaDataValue(Context.KEY) Context context,
            @MetaDataValue(value = TOKEN_HASH, required = true) String tokenHash) {
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        if (context.caller().delegated() && !command.delegate()) {
            return gate.deny(context, command, CREATE, ACTION, tenant, "own-session-only");
        }
        return gate.pass(context, command, CREATE, ACTION, tenant, meta -> {
            String id = context.newId("tok");
            String tenantStream = Tenant.id(command.tenantId());
            if (context.caller().operator() && tenants.find(tenantStream).isEmpty()) {
                tenants.create(() -> Tenant.begin(command.tenantId(), MetaData.emptyInstance()));
            }
            tokens.create(() -> Token.create(
                    new TokenCreated(
                            id,
                            command.tenantId(),
                            context.caller().principal(),
                            command.principal(),
                            command.roles(),
                            command.delegate(),
                            expiry(command, context),
                            tokenHash),
                    meta));
            return Outcome.done(new Affected(id));
        });
    }

    /** Ends a token. Asked again it changes nothing. */
    @CommandHandler
    public Outcome<Affected> handle(RevokeToken command, @MetaDataValue(Context.KEY) Context context) {
        String id = command.tokenId();
        Optional<Streams.Loaded<Token>> token =
                tokens.find(id).filter(it -> it.get(Token::tenantId).equals(command.tenantId()));
        if (token.isEmpty()) {
            return Outcome.refused(Problem.notFound("token", "compute-token/" + id));
        }
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, "iam.tokens.revoke", ACTION, tenant, meta -> {
            token.get().apply(it -> it.revoke(meta));
            return Outcome.done(new Affected(id));
        });
    }

    private static @Nullable Instant expiry(CreateToken command, Context context) {
        Integer ttl = command.ttlSeconds();
        return ttl == null ? null : context.now().plusSeconds(ttl);
    }
}
