package dev.berth.query.account;

import static dev.berth.query.Fold.existing;

import dev.berth.api.account.AccountEvent;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.AccountEvent.AccountFailing;
import dev.berth.api.account.AccountEvent.AccountRecovered;
import dev.berth.api.account.AccountView;
import dev.berth.api.pool.LifeState;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * An account as its events make it.
 *
 * <p>Owns: where its credential is read from, and whether that works. Does not own: the credential itself, and what is made
 * with it. Invariants: archived once, it stays so. On failure: throws for an event before the first one.
 */
public final class AccountFold {
    private AccountFold() {}

    /** The account after the event. */
    public static AccountView fold(@Nullable AccountView view, AccountEvent event, EventMeta meta) {
        return switch (event) {
            case AccountCreated created ->
                new AccountView(
                        created.accountId(),
                        created.tenantId(),
                        created.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        created.name(),
                        created.provider(),
                        created.regions(),
                        created.secretRef(),
                        created.endpoint(),
                        LifeState.ACTIVE,
                        null);
            case AccountFailing failing -> {
                AccountView account = existing(view, event);
                yield with(account, account.state(), failing.message(), meta);
            }
            case AccountRecovered ignored -> {
                AccountView account = existing(view, event);
                yield with(account, account.state(), null, meta);
            }
            case AccountArchived ignored -> {
                AccountView account = existing(view, event);
                yield with(account, LifeState.ARCHIVED, account.message(), meta);
            }
        };
    }

    private static AccountView with(AccountView account, LifeState state, @Nullable String message, EventMeta meta) {
        return new AccountView(
                account.id(),
                account.tenantId(),
                account.createdBy(),
                account.createdAt(),
                meta.time(),
                meta.revision(),
                account.name(),
                account.provider(),
                account.regions(),
                account.secretRef(),
                account.endpoint(),
                state,
                message);
    }
}
