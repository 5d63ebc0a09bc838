package dev.berth.infra.directory;

import dev.berth.api.account.AccountEvent;
import dev.berth.api.account.AccountView;
import dev.berth.command.account.AccountDirectory;
import dev.berth.query.account.AccountTable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Provider accounts in memory. */
final class MemoryAccounts extends MemoryTable<AccountView, AccountEvent> implements AccountDirectory {
    MemoryAccounts() {
        super(AccountTable.TABLE);
    }

    @Override
    void changed(String id, @Nullable AccountView before, AccountView after) {}

    List<AccountView> everyOne() {
        return all();
    }

    @Override
    public Optional<AccountView> account(String accountId) {
        return find(accountId);
    }
}
