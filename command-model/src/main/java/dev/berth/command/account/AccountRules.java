package dev.berth.command.account;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import dev.berth.api.account.AccountView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.PoolView;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What may be done with a provider account: each rule is a function that answers a refusal or allows. */
public final class AccountRules {
    private AccountRules() {}

    /** A region is listed once. */
    static Optional<Problem> regionsOnce(List<String> regions) {
        return new HashSet<>(regions).size() == regions.size()
                ? Optional.empty()
                : Optional.of(Problem.invalid("regions", "must name each region once"));
    }

    /** The account, if it is this tenant's and still to be used. */
    public static Optional<AccountView> usable(AccountDirectory accounts, String tenantId, String accountId) {
        return accounts.account(accountId)
                .filter(it -> it.tenantId().equals(tenantId) && it.state() == LifeState.ACTIVE);
    }

    /** An account that this tenant has not, or no more. */
    public static Problem notFound(String accountId) {
        return Problem.notFound("account", "compute-account/" + accountId);
    }

    /** Everything that is made with an account is in one of its regions. */
    public static Optional<Problem> inItsRegions(AccountView account, String field, String region) {
        return account.regions().contains(region)
                ? Optional.empty()
                : Optional.of(Problem.invalid(field, "must be a region of the account"));
    }

    /** The account that a provider pool admits with, whoever owns it; why it admits nothing otherwise. */
    public static Optional<Problem> admits(PoolView pool, Optional<AccountView> account) {
        if (pool.kind() != PoolKind.PROVIDER) {
            return Optional.of(Problem.unsupported("volumes", "Only pools of kind provider have volumes."));
        }
        if (account.isEmpty()) {
            return Optional.of(poolState(pool, "The pool has no provider account yet."));
        }
        return account.get().state() == LifeState.ACTIVE
                ? Optional.empty()
                : Optional.of(poolState(pool, "The pool's provider account is archived."));
    }

    /** A pool that can't admit as it is. */
    public static Problem poolState(PoolView pool, String detail) {
        return new Problem(
                ErrorCode.INVALID_STATE,
                detail,
                Map.of("state", pool.state().name().toLowerCase(java.util.Locale.ROOT)));
    }

    /** What the provider would refuse before any request. */
    public static Optional<Problem> asProblem(Optional<ProviderRules.Refusal> refusal) {
        return refusal.map(it -> Problem.invalidBecause(it.reason(), it.words()));
    }
}
