package dev.berth.api.account;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens to a provider account. */
public sealed interface AccountEvent extends DomainEvent {
    /** The account. */
    String accountId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return accountId();
    }

    /** An account was made known. The credential itself is never stored. */
    @Stored(name = "account.created")
    record AccountCreated(
            String accountId,
            String tenantId,
            String createdBy,
            String name,
            ProviderKind provider,
            List<String> regions,
            String secretRef,
            @Nullable String endpoint)
            implements AccountEvent {}

    /** Its credential can't be read, or the provider does not accept it. */
    @Stored(name = "account.failing")
    record AccountFailing(String accountId, String tenantId, String message) implements AccountEvent {}

    /** Its credential works again. */
    @Stored(name = "account.recovered")
    record AccountRecovered(String accountId, String tenantId) implements AccountEvent {}

    /** It takes no new use; its name is free again. */
    @Stored(name = "account.archived")
    record AccountArchived(String accountId, String tenantId) implements AccountEvent {}
}
