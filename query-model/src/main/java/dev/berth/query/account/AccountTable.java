package dev.berth.query.account;

import static dev.berth.query.jooq.Tables.ACCOUNT;

import dev.berth.api.account.AccountEvent;
import dev.berth.api.account.AccountView;
import dev.berth.api.pool.LifeState;
import dev.berth.query.ReadTable;

/** The read table of accounts. */
public final class AccountTable {
    /** The table. */
    public static final ReadTable<AccountView, AccountEvent> TABLE = ReadTable.of(
                    ACCOUNT, AccountView.class, AccountEvent.class, AccountFold::fold)
            .column(ACCOUNT.TENANT_ID, AccountView::tenantId)
            .column(ACCOUNT.CREATED_AT, AccountView::createdAt)
            .column(ACCOUNT.ENDED, account -> account.state() == LifeState.ARCHIVED)
            .build();

    private AccountTable() {}
}
