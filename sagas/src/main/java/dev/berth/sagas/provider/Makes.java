package dev.berth.sagas.provider;

import org.jspecify.annotations.Nullable;

/**
 * How a kind of thing is found, made, looked at and removed. Providers have no idempotency keys, so a create is a protocol
 * of several calls, with a durable record of the intent between them; the caller drives it.
 *
 * @param <W> the wish
 * @param <T> the thing
 */
public interface Makes<W extends Wish, T extends Thing> {

    /**
     * Looks the wish's marker up. {@code Done} or {@code Busy} (also for an outage), or {@code Refused} for the credential.
     *
     * @param sentName the name under which a create was sent before; absent where none was
     */
    Answer<Found<T>> find(W wish, @Nullable String sentName);

    /**
     * Asks for it with exactly one request. {@code Done} where it is there at once, {@code Pending} where it is being made;
     * both with its ref. {@code Unknown} is to be looked up, and so is a name that the provider says is taken.
     *
     * @param name from {@link #find}
     */
    Answer<T> create(W wish, String name);

    /**
     * The thing as it is now, {@code Done} whatever its phase, or {@code Missing}. The answer may come from a listing that
     * began after this call was made, shared with others that ask.
     */
    Answer<T> observe(ProviderRef ref);

    /**
     * Asks for its removal, which is finished once it is {@code Missing}; {@code Pending} until then. {@code Busy} while
     * something uses it.
     */
    Answer<ProviderRef> remove(ProviderRef ref);
}
