package dev.berth.infra.queue;

import dev.berth.sagas.provider.AccountRef;
import java.util.List;
import java.util.Optional;

/** The provider accounts as they are known; a moment behind the events. Archived ones keep what they have. */
public interface Accounts {
    /** The account with this id. */
    Optional<AccountRef> find(String accountId);

    /** Every account of every tenant. */
    List<AccountRef> all();
}
