package dev.berth.command.account;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.ArchiveAccount;
import dev.berth.api.account.CreateAccount;
import dev.berth.api.iam.ResourceRef;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.naming.Names;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may do with its provider accounts.
 *
 * <p>Owns: the order of checks. Does not own: what the credential may do at the provider. Invariants: only the operator
 * sets where an account's API is. On failure: nothing is kept; the caller may ask again.
 */
public final class AccountCommands {
    private static final String CREATE = "accounts.create";
    private static final String CREATE_ACTION = "compute:accounts:create";

    private final Gate gate;
    private final EndpointRules endpoints;
    private final Streams<Account> accounts;
    private final Names names;

    /** The commands of a deployment. */
    public AccountCommands(Gate gate, EndpointRules endpoints, Streams<Account> accounts, Names names) {
        this.gate = gate;
        this.endpoints = endpoints;
        this.accounts = accounts;
        this.names = names;
    }

    /** Makes an account known. */
    @CommandHandler
    public Outcome<Affected> handle(CreateAccount command, @MetaDataValue(Context.KEY) Context context) {
        Optional<Problem> twice = AccountRules.regionsOnce(command.regions());
        if (twice.isPresent()) {
            return Outcome.refused(twice.get());
        }
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        String endpoint = command.endpoint();
        if (endpoint != null && !context.caller().operator()) {
            return gate.deny(context, command, CREATE, CREATE_ACTION, tenant, "operator-only");
        }
        return gate.pass(context, command, CREATE, CREATE_ACTION, tenant, meta -> {
            Optional<String> forbidden = endpoint == null ? Optional.empty() : endpoints.refusal(endpoint);
            if (forbidden.isPresent()) {
                return Outcome.refused(Problem.invalid("endpoint", forbidden.get()));
            }
            Optional<String> holder = names.holder(command.tenantId(), Names.Kind.ACCOUNT, command.name());
            if (holder.isPresent()) {
                return Outcome.refused(
                        Problem.conflict("Another account of the tenant has this name.", "accountId", holder.get()));
            }
            String id = context.newId("acct");
            AccountCreated created = new AccountCreated(
                    id,
                    command.tenantId(),
                    context.caller().principal(),
                    command.name(),
                    command.provider(),
                    command.regions(),
                    command.secretRef(),
                    endpoint);
            accounts.create(() -> Account.create(created, meta));
            names.claim(command.tenantId(), Names.Kind.ACCOUNT, command.name(), id, MetaData.emptyInstance());
            return Outcome.done(new Affected(id));
        });
    }

    /** Ends new use of it and frees its name. */
    @CommandHandler
    public Outcome<Affected> handle(ArchiveAccount command, @MetaDataValue(Context.KEY) Context context) {
        String accountId = command.accountId();
        Optional<Streams.Loaded<Account>> found =
                accounts.find(accountId).filter(it -> it.get(Account::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(AccountRules.notFound(accountId));
        }
        Streams.Loaded<Account> account = found.get();
        ResourceRef resource = account.get(Account::resource);
        return gate.pass(context, command, "accounts.archive", "compute:accounts:delete", resource, meta -> {
            if (!account.get(Account::isArchived)) {
                account.apply(it -> it.archive(meta));
                names.release(
                        command.tenantId(),
                        Names.Kind.ACCOUNT,
                        account.get(Account::name),
                        accountId,
                        MetaData.emptyInstance());
            }
            return Outcome.done(new Affected(accountId));
        });
    }
}
