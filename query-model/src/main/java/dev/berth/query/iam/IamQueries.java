package dev.berth.query.iam;

import static dev.berth.query.jooq.Tables.CONFIRMATION;
import static dev.berth.query.jooq.Tables.POLICY;
import static dev.berth.query.jooq.Tables.TOKEN;

import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.ListConfirmations;
import dev.berth.api.iam.ListPolicies;
import dev.berth.api.iam.ListTokens;
import dev.berth.api.iam.PolicyView;
import dev.berth.api.iam.TokenView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Reads tokens (never their hashes), policies and confirmations. */
public final class IamQueries {
    private final Listing<TokenRecord> tokens;
    private final Listing<PolicyRecord> policies;
    private final Listing<ConfirmationView> confirmations;

    public IamQueries(DSLContext sql) {
        this.tokens = new Listing<>(sql, IamTables.TOKENS);
        this.policies = new Listing<>(sql, IamTables.POLICIES);
        this.confirmations = new Listing<>(sql, IamTables.CONFIRMATIONS);
    }

    /** A token of the tenant, revoked ones included. */
    public Optional<TokenView> token(String tenantId, String tokenId) {
        return tokens.one(TOKEN.ID.eq(tokenId).and(TOKEN.TENANT_ID.eq(tenantId)))
                .map(TokenRecord::view);
    }

    /** A page of tokens. Empty where the cursor is none. */
    public Optional<Page<TokenView>> tokens(ListTokens query, Predicate<TokenView> allowed) {
        Condition where = TOKEN.TENANT_ID.eq(query.tenantId());
        return tokens.page(
                        List.of(query.includeRevoked() ? where : where.and(Listing.NOT_ENDED)),
                        query.limit(),
                        query.cursor(),
                        token -> allowed.test(token.view()))
                .map(page -> page.map(TokenRecord::view));
    }

    /** A policy in force. */
    public Optional<PolicyView> policy(String tenantId, String policyId) {
        return policies.one(POLICY.TENANT_ID
                        .eq(tenantId)
                        .and(POLICY.POLICY_ID.eq(policyId))
                        .and(Listing.NOT_ENDED))
                .map(PolicyRecord::view);
    }

    /** A policy as it last was, deleted or not: what the answer to its deletion shows. */
    public Optional<PolicyRecord> lastPolicy(String tenantId, String policyId) {
        return policies.one(POLICY.TENANT_ID.eq(tenantId).and(POLICY.POLICY_ID.eq(policyId)));
    }

    /** A page of the policies in force. Empty where the cursor is none. */
    public Optional<Page<PolicyView>> policies(ListPolicies query, Predicate<PolicyView> allowed) {
        return policies.page(
                        List.of(POLICY.TENANT_ID.eq(query.tenantId()).and(Listing.NOT_ENDED)),
                        query.limit(),
                        query.cursor(),
                        policy -> allowed.test(policy.view()))
                .map(page -> page.map(PolicyRecord::view));
    }

    /** A confirmation as it is at this time. */
    public Optional<ConfirmationView> confirmation(String tenantId, String confirmationId, Instant now) {
        return confirmations
                .one(CONFIRMATION.ID.eq(confirmationId).and(CONFIRMATION.TENANT_ID.eq(tenantId)))
                .map(view -> ConfirmationFold.at(view, now));
    }

    /**
     * A page of confirmations as they are at this time.
     *
     * @param principal only those that this principal is to approve; null for all of the tenant
     * @return empty where the cursor is none
     */
    public Optional<Page<ConfirmationView>> confirmations(
            ListConfirmations query, @Nullable String principal, Instant now, Predicate<ConfirmationView> allowed) {
        Condition where = CONFIRMATION.TENANT_ID.eq(query.tenantId());
        if (principal != null) {
            where = where.and(CONFIRMATION.PRINCIPAL.eq(principal));
        }
        return confirmations
                .page(List.of(where), query.limit(), query.cursor(), allowed)
                .map(page -> page.map(view -> ConfirmationFold.at(view, now)));
    }
}
