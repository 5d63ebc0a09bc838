package dev.berth.sagas.provider;

import org.jspecify.annotations.Nullable;

/**
 * A thing at a provider.
 *
 * @param id the provider's id of it
 * @param region where it is; absent where the provider does not need to know
 * @param shared whether it is a shared volume, or a snapshot of one
 */
public record ProviderRef(String id, @Nullable String region, boolean shared) {

    /** A machine, a block volume or its snapshot, or a network. */
    public static ProviderRef of(String id, @Nullable String region) {
        return new ProviderRef(id, region, false);
    }
}
