package dev.berth.infra.provider;

import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRules;

/** One kind of provider. A bean of this type is all that a deployment needs to work with it. */
public interface ProviderAdapter {

    /** What accounts call it, such as {@code digitalocean}. */
    String name();

    /** What can be said of it without an account. */
    ProviderRules rules();

    /** An account; asks nobody. */
    Provider open(AccountRef account);
}
