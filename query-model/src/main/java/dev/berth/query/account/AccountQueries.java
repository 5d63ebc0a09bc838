package dev.berth.query.account;

import static dev.berth.query.jooq.Tables.ACCOUNT;

import dev.berth.api.account.AccountView;
import dev.berth.api.account.ListAccounts;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;

/** Reads accounts. */
public final class AccountQueries {
    private final Listing<AccountView> accounts;

    public AccountQueries(DSLContext sql) {
        this.accounts = new Listing<>(sql, AccountTable.TABLE);
    }

    /** An account of the tenant, archived ones included. */
    public Optional<AccountView> get(String tenantId, String accountId) {
        return accounts.one(ACCOUNT.ID.eq(accountId).and(ACCOUNT.TENANT_ID.eq(tenantId)));
    }

    /** A page of accounts. Empty where the cursor is none. */
    public Optional<Page<AccountView>> list(ListAccounts query, Predicate<AccountView> allowed) {
        Condition where = ACCOUNT.TENANT_ID.eq(query.tenantId());
        return accounts.page(
                List.of(query.includeArchived() ? where : where.and(Listing.NOT_ENDED)),
                query.limit(),
                query.cursor(),
                allowed);
    }
}
