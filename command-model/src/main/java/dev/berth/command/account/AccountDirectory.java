package dev.berth.command.account;

import dev.berth.api.account.AccountView;
import java.util.Optional;

/** Provider accounts as admission reads them: from memory, at most a second behind the events, archived ones included. */
public interface AccountDirectory {
    /** The account with this id, whoever owns it. */
    Optional<AccountView> account(String accountId);
}
