package dev.berth.sagas.provider;

import org.jspecify.annotations.Nullable;

/**
 * Which account a call is for. It holds no secret, only where the secret is read from.
 *
 * @param accountId the account's id
 * @param provider the provider's name, such as {@code digitalocean}
 * @param secretRef {@code env:NAME} or {@code file:/path}, read each time it is used
 * @param endpoint the base of the provider's API; absent for the public one
 */
public record AccountRef(
        String accountId,
        String provider,
        String secretRef,
        @Nullable String endpoint) {}
