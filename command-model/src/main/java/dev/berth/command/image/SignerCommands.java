package dev.berth.command.image;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.image.AddSigner;
import dev.berth.api.image.RemoveSigner;
import dev.berth.api.image.SignerEvent.SignerAdded;
import dev.berth.api.image.SignerScope;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.naming.Names;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * Whom tenants, and the platform, trust as signers.
 *
 * <p>Owns: the order of checks. Does not own: the signatures. Invariants: the platform's signers are the operator's
 * alone; a name stands for one live signer of its tenant. On failure: nothing is kept; the caller may ask again.
 */
public final class SignerCommands {
    private static final String OPERATOR_ONLY = "platform-signers-operator-only";

    private final Gate gate;
    private final Streams<Signer> signers;
    private final Names names;

    /** The commands of a deployment. */
    public SignerCommands(Gate gate, Streams<Signer> signers, Names names) {
        this.gate = gate;
        this.signers = signers;
        this.names = names;
    }

    /** Trusts a key. */
    @CommandHandler
    public Outcome<Affected> handle(AddSigner command, @MetaDataValue(Context.KEY) Context context) {
        Optional<String> bad = Ed25519.problem(command.publicKey());
        if (bad.isPresent()) {
            return Outcome.refused(Problem.invalid("publicKey", bad.get()));
        }
        String method = "signers.add";
        String action = "compute:images:create";
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        if (command.scope() == SignerScope.PLATFORM && !context.caller().operator()) {
            return gate.deny(context, command, method, action, tenant, OPERATOR_ONLY);
        }
        return gate.pass(context, command, method, action, tenant, meta -> {
            Optional<String> holder = names.holder(command.tenantId(), Names.Kind.SIGNER, command.name());
            if (holder.isPresent()) {
                return Outcome.refused(
                        Problem.conflict("Another signer of the tenant has this name.", "signerId", holder.get()));
            }
            String id = context.newId("sig");
            signers.create(() -> Signer.add(
                    new SignerAdded(
                            id,
                            command.tenantId(),
                            context.caller().principal(),
                            command.name(),
                            command.publicKey(),
                            command.scope()),
                    meta));
            names.claim(command.tenantId(), Names.Kind.SIGNER, command.name(), id, MetaData.emptyInstance());
            return Outcome.done(new Affected(id));
        });
    }

    /** Trusts a key no longer. Asked again it changes nothing. */
    @CommandHandler
    public Outcome<Affected> handle(RemoveSigner command, @MetaDataValue(Context.KEY) Context context) {
        String id = command.signerId();
        Optional<Streams.Loaded<Signer>> found = signers.find(id)
                .filter(it ->
                        it.get(Signer::isPlatforms) || it.get(Signer::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(Problem.notFound("signer", "compute-signer/" + id));
        }
        Streams.Loaded<Signer> signer = found.get();
        String method = "signers.remove";
        String action = "compute:images:delete";
        ResourceRef resource = signer.get(it -> it.resource(command.tenantId()));
        if (signer.get(Signer::isPlatforms) && !context.caller().operator()) {
            return gate.deny(context, command, method, action, resource, OPERATOR_ONLY);
        }
        return gate.pass(context, command, method, action, resource, meta -> {
            if (!signer.get(Signer::isRemoved)) {
                signer.apply(it -> it.remove(meta));
                names.release(
                        signer.get(Signer::tenantId),
                        Names.Kind.SIGNER,
                        signer.get(Signer::name),
                        id,
                        MetaData.emptyInstance());
            }
            return Outcome.done(new Affected(id));
        });
    }
}
