package dev.berth.command.account;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.account.AccountObservation.AccountAnswered;
import dev.berth.api.account.AccountObservation.AccountRefused;
import dev.berth.command.Streams;
import java.util.function.Consumer;
import org.axonframework.commandhandling.CommandHandler;

/**
 * What the reconciler saw of accounts, turned into events.
 *
 * <p>Owns: which observations are news. Does not own: when an account is asked. Invariants: the same trouble is told once.
 * On failure: the same observation may come again and changes nothing then.
 */
public final class AccountObservations {
    private final Streams<Account> accounts;

    /** The observations of a deployment. */
    public AccountObservations(Streams<Account> accounts) {
        this.accounts = accounts;
    }

    /** The provider accepted its credential. */
    @CommandHandler
    public Outcome<Affected> handle(AccountAnswered answered) {
        return on(answered.accountId(), Account::answered);
    }

    /** Its credential does not work. */
    @CommandHandler
    public Outcome<Affected> handle(AccountRefused refused) {
        return on(refused.accountId(), account -> account.failing(refused.message()));
    }

    private Outcome<Affected> on(String accountId, Consumer<Account> change) {
        accounts.find(accountId).ifPresent(it -> it.apply(change));
        return Outcome.done(new Affected(accountId));
    }
}
