package dev.berth.command.pool;

import dev.berth.api.Problem;
import dev.berth.api.account.AccountView;
import dev.berth.command.Streams;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountRules;
import dev.berth.command.network.Network;
import dev.berth.command.network.NetworkRules;
import dev.berth.command.quota.Quota;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.axonframework.messaging.MetaData;
import org.jspecify.annotations.Nullable;

/** What a provider pool's account, region and network have to be, and the network's knowledge of who is in it. */
public final class ProviderSides {
    private final AccountDirectory accounts;
    private final Streams<Network> networks;
    private final Streams<Quota> quotas;

    /** Over these accounts and networks. */
    public ProviderSides(AccountDirectory accounts, Streams<Network> networks, Streams<Quota> quotas) {
        this.accounts = accounts;
        this.networks = networks;
        this.quotas = quotas;
    }

    /** What is named must be the tenant's. */
    Optional<Problem> exists(String tenantId, @Nullable String accountId, @Nullable String networkId) {
        if (accountId != null
                && AccountRules.usable(accounts, tenantId, accountId).isEmpty()) {
            return Optional.of(AccountRules.notFound(accountId));
        }
        if (networkId == null) {
            return Optional.empty();
        }
        boolean own = networks.find(networkId)
                .filter(it -> it.get(Network::tenantId).equals(tenantId))
                .isPresent();
        return own ? Optional.empty() : Optional.of(NetworkRules.notFound(networkId));
    }

    /** What is named must go together. */
    Optional<Problem> fits(ProviderSide side) {
        Optional<AccountView> account = Optional.ofNullable(side.accountId()).flatMap(accounts::account);
        String region = side.region();
        if (account.isPresent() && region != null) {
            Optional<Problem> elsewhere = AccountRules.inItsRegions(account.get(), "region", region);
            if (elsewhere.isPresent()) {
                return elsewhere;
            }
        }
        String networkId = side.networkId();
        if (networkId == null) {
            return Optional.empty();
        }
        if (account.isEmpty()) {
            return Optional.of(Problem.invalid("networkId", "needs the pool's account"));
        }
        return networks.get(networkId)
                .get(it -> NetworkRules.ofAccount(it, account.get().id())
                        .or(() -> NetworkRules.notEnding(it))
                        .or(() -> region == null ? Optional.empty() : NetworkRules.reaches(it, region)));
    }

    /** What machines or volumes already use stays as it is. */
    Optional<Problem> unused(String poolId, Set<String> users) {
        boolean used = new TreeSet<>(users)
                .stream()
                        .map(it -> quotas.find(Quota.id(it, poolId)))
                        .flatMap(Optional::stream)
                        .anyMatch(it -> it.get(Quota::hasCharges));
        return used
                ? Optional.of(Problem.invalidState("Machines or volumes already use what would change.", "active"))
                : Optional.empty();
    }

    /** Tells the networks that the pool is in another one than before. */
    void moved(String poolId, @Nullable String from, @Nullable String to) {
        MetaData link = MetaData.emptyInstance();
        if (Objects.equals(from, to)) {
            return;
        }
        if (from != null) {
            networks.get(from).apply(it -> it.free(poolId, link));
        }
        if (to != null) {
            networks.get(to).apply(it -> it.use(poolId, link));
        }
    }
}
