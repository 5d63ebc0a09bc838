package dev.berth.command.instance;

import dev.berth.api.Problem;
import dev.berth.api.account.AccountView;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.pool.PoolView;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountRules;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.account.ProviderRules.Feature;
import dev.berth.command.account.ProviderRules.MachineDraft;
import java.util.Optional;

/** Where a provider pool has machines made: its account and region, and its network if it has one. */
public final class ProviderPlace {
    private final AccountDirectory accounts;
    private final ProviderRules rules;

    /** Over these accounts. */
    public ProviderPlace(AccountDirectory accounts, ProviderRules rules) {
        this.accounts = accounts;
        this.rules = rules;
    }

    /** Why the pool admits no such instance, whatever the quota. */
    Optional<Problem> refusal(CreateInstance command, Draft draft) {
        PoolView pool = draft.pool();
        Optional<AccountView> account = account(pool);
        return AccountRules.admits(pool, account)
                .or(() -> region(pool).isEmpty()
                        ? Optional.of(AccountRules.poolState(pool, "The pool has no region yet."))
                        : Optional.empty())
                .or(() -> rules.offers(account.orElseThrow().provider(), Feature.MACHINES)
                        ? Optional.empty()
                        : Optional.of(Problem.unsupported("machines", "The pool's provider has no machines.")))
                .or(() -> AccountRules.asProblem(rules.machine(
                        account.orElseThrow().provider(),
                        new MachineDraft(
                                region(pool).orElseThrow(),
                                draft.providerSize(),
                                draft.shape().gpus(),
                                command.imageId(),
                                command.sshKeys(),
                                command.userData()))));
    }

    /** Where this pool has it made, once it was not refused. */
    InstanceAssigned assigned(String instanceId, String tenantId, Draft draft) {
        PoolView pool = draft.pool();
        return new InstanceAssigned(
                instanceId,
                tenantId,
                account(pool).orElseThrow().id(),
                region(pool).orElseThrow(),
                pool.networkId(),
                draft.providerSize());
    }

    private Optional<AccountView> account(PoolView pool) {
        return Optional.ofNullable(pool.accountId()).flatMap(accounts::account);
    }

    /** The pool's region; where it names none, the only one that its account has. */
    private Optional<String> region(PoolView pool) {
        return Optional.ofNullable(pool.region())
                .or(() -> account(pool)
                        .filter(it -> it.regions().size() == 1)
                        .map(it -> it.regions().getFirst()));
    }
}
