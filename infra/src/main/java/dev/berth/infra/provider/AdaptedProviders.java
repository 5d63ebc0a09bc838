package dev.berth.infra.provider;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRules;
import dev.berth.sagas.provider.Providers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The providers of the adapters that this deployment has; an account's is kept while it is used. */
public final class AdaptedProviders implements Providers {

    private static final int MOST_ACCOUNTS = 10_000;

    private final Map<String, ProviderAdapter> adapters;
    private final Cache<AccountRef, Provider> open =
            Caffeine.newBuilder().maximumSize(MOST_ACCOUNTS).build();

    public AdaptedProviders(List<ProviderAdapter> adapters) {
        this.adapters =
                adapters.stream().collect(Collectors.toUnmodifiableMap(ProviderAdapter::name, Function.identity()));
    }

    @Override
    public Set<String> names() {
        return adapters.keySet();
    }

    @Override
    public Optional<ProviderRules> rules(String provider) {
        return Optional.ofNullable(adapters.get(provider)).map(ProviderAdapter::rules);
    }

    @Override
    public Provider of(AccountRef account) {
        return open.get(account, this::open);
    }

    private Provider open(AccountRef account) {
        ProviderAdapter adapter = adapters.get(account.provider());
        if (adapter == null) {
            throw new IllegalArgumentException("There is no provider " + account.provider());
        }
        return adapter.open(account);
    }
}
