package dev.berth.sagas.provider;

import java.util.Optional;
import java.util.Set;

/** The providers that this deployment can work with. */
public interface Providers {

    /** Their names, as accounts give them. */
    Set<String> names();

    /** The rules of the provider of that name, empty where there is none. */
    Optional<ProviderRules> rules(String provider);

    /**
     * The account at its provider; cheap, asks nobody. A secret that is missing shows in the answers of the calls, as
     * refused with the reason {@code secret}.
     *
     * @throws IllegalArgumentException when there is no provider of that name
     */
    Provider of(AccountRef account);
}
