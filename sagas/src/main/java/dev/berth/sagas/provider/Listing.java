package dev.berth.sagas.provider;

import java.time.Instant;
import java.util.List;

/**
 * Everything of one kind that the account has, complete: what is not in it was not there, unless it was made within the
 * provider's {@linkplain Provider#settleTime() settle time} before it began.
 *
 * @param began before its first request, by this process's clock
 */
public record Listing<T>(Instant began, List<T> things) {
    public Listing {
        things = List.copyOf(things);
    }
}
