package dev.berth.command.account;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.account.AccountEvent;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.AccountEvent.AccountFailing;
import dev.berth.api.account.AccountEvent.AccountRecovered;
import dev.berth.api.iam.ResourceRef;
import java.util.Map;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * One provider account.
 *
 * <p>Owns: where its credential is read from, its regions, and whether it is still to be used. Does not own: the
 * credential, which is in no event; pools, networks and volumes that name it. Invariants: nothing of it changes but that it
 * fails, recovers and is archived, once. On failure: a credential that does not work is told in words, and nothing is
 * given up for it.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Account {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String createdBy = "";
    private String name = "";
    private String trouble = "";
    private boolean archived;

    Account() {}

    static Account create(AccountCreated created, MetaData meta) {
        Account account = new Account();
        apply(created, meta);
        return account;
    }

    void archive(MetaData meta) {
        apply(new AccountArchived(id, tenantId), meta);
    }

    /** Its credential does not work; the same words again are no news. */
    void failing(String message) {
        if (!trouble.equals(message)) {
            apply(new AccountFailing(id, tenantId, message));
        }
    }

    /** Its credential works. */
    void answered() {
        if (!trouble.isEmpty()) {
            apply(new AccountRecovered(id, tenantId));
        }
    }

    String tenantId() {
        return tenantId;
    }

    String name() {
        return name;
    }

    boolean isArchived() {
        return archived;
    }

    boolean isFailing() {
        return !trouble.isEmpty();
    }

    ResourceRef resource() {
        return new ResourceRef(
                "compute-account",
                id,
                Map.of(
                        "tenantId", tenantId,
                        "createdBy", createdBy,
                        "state", archived ? "archived" : "active"));
    }

    @EventSourcingHandler
    void on(AccountEvent event) {
        switch (event) {
            case AccountCreated created -> {
                id = created.accountId();
                tenantId = created.tenantId();
                createdBy = created.createdBy();
                name = created.name();
            }
            case AccountFailing failing -> trouble = failing.message();
            case AccountRecovered recovered -> trouble = "";
            case AccountArchived ended -> archived = true;
        }
    }
}
