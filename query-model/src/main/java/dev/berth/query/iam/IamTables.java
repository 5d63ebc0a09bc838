package dev.berth.query.iam;

import static dev.berth.query.jooq.Tables.CONFIRMATION;
import static dev.berth.query.jooq.Tables.POLICY;
import static dev.berth.query.jooq.Tables.TOKEN;

import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.PolicyEvent;
import dev.berth.api.iam.TokenEvent;
import dev.berth.query.ReadTable;

/** The read tables of tokens, policies and confirmations. */
public final class IamTables {
    /** The table of tokens. */
    public static final ReadTable<TokenRecord, TokenEvent> TOKENS = ReadTable.of(
                    TOKEN, TokenRecord.class, TokenEvent.class, TokenFold::fold)
            .column(TOKEN.TENANT_ID, token -> token.view().tenantId())
            .column(TOKEN.CREATED_AT, token -> token.view().createdAt())
            .column(TOKEN.ENDED, token -> token.view().revokedAt() != null)
            .build();

    /** The table of policies. */
    public static final ReadTable<PolicyRecord, PolicyEvent> POLICIES = ReadTable.of(
                    POLICY, PolicyRecord.class, PolicyEvent.class, PolicyFold::fold)
            .column(POLICY.TENANT_ID, policy -> policy.view().tenantId())
            .column(POLICY.CREATED_AT, policy -> policy.view().createdAt())
            .column(POLICY.POLICY_ID, policy -> policy.view().policyId())
            .column(POLICY.ENDED, PolicyRecord::deleted)
            .build();

    /** The table of confirmations. */
    public static final ReadTable<ConfirmationView, ConfirmationEvent> CONFIRMATIONS = ReadTable.of(
                    CONFIRMATION, ConfirmationView.class, ConfirmationEvent.class, ConfirmationFold::fold)
            .column(CONFIRMATION.TENANT_ID, ConfirmationView::tenantId)
            .column(CONFIRMATION.CREATED_AT, ConfirmationView::createdAt)
            .column(CONFIRMATION.PRINCIPAL, ConfirmationView::principal)
            .column(CONFIRMATION.ENDED, confirmation -> false)
            .build();

    private IamTables() {}
}
