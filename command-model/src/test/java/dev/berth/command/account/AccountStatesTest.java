package dev.berth.command.account;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.Scenario.newId;
import static dev.berth.command.Scenario.operator;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.AccountEvent.AccountFailing;
import dev.berth.api.account.AccountObservation.AccountAnswered;
import dev.berth.api.account.AccountObservation.AccountRefused;
import dev.berth.api.account.ArchiveAccount;
import dev.berth.api.account.CreateAccount;
import dev.berth.api.account.ProviderKind;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.api.naming.NameEvent.NameReleased;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every command and observation in every situation that an account can be in, and who may set what of it. */
class AccountStatesTest {
    private static final String CLAIM = Ids.derived("name", ACME, "account", "cloud");

    enum Situation {
        ACTIVE(),
        FAILING(new AccountFailing(ACCOUNT, ACME, "It is not accepted.")),
        ARCHIVED(new AccountArchived(ACCOUNT, ACME), new NameReleased(CLAIM, ACME, ACCOUNT));

        private final List<DomainEvent> story;

        Situation(DomainEvent... story) {
            this.story = List.of(story);
        }

        Scenario given() {
            return Scenario.given(all(Given.tenants(ACME, OTHER), Provided.account(ACCOUNT, ACME, "cloud"), story));
        }
    }

    private static CreateAccount create(String name, @Nullable String endpoint, String... regions) {
        return new CreateAccount(ACME, name, ProviderKind.DIGITALOCEAN, List.of(regions), "env:DO_TOKEN", endpoint);
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put(
                "create of the same name",
                it -> it.when(create("cloud", null, "fra1")).as(admin(ACME)));
        acts.put("archive", it -> it.when(new ArchiveAccount(ACME, ACCOUNT)).as(admin(ACME)));
        acts.put(
                "archive by another",
                it -> it.when(new ArchiveAccount(OTHER, ACCOUNT)).as(admin(OTHER)));
        acts.put("answered", it -> it.when(new AccountAnswered(ACCOUNT)).seen());
        acts.put(
                "refused",
                it -> it.when(new AccountRefused(ACCOUNT, "It is not accepted."))
                        .seen());
        acts.put(
                "refused otherwise",
                it -> it.when(new AccountRefused(ACCOUNT, "There is no such variable."))
                        .seen());
        StateTable.check(
                "account-states.txt",
                Situation.class,
                Situation::given,
                acts,
                it -> it.see(
                        Account.class,
                        ACCOUNT,
                        account -> (account.isArchived() ? "archived" : "active")
                                + (account.isFailing() ? ", failing" : "")));
    }

    @Test
    void anAccountKeepsWhereItsSecretIsAndNeverTheSecret() {
        String id = newId("acct", 1);
        given(Given.tenants(ACME))
                .when(create("cloud", null, "fra1", "ams3"))
                .as(admin(ACME))
                .answers(id)
                .then(
                        new AccountCreated(
                                id,
                                ACME,
                                "ann",
                                "cloud",
                                ProviderKind.DIGITALOCEAN,
                                List.of("fra1", "ams3"),
                                "env:DO_TOKEN",
                                null),
                        new NameClaimed(CLAIM, ACME, "account", "cloud", id));
    }

    @Test
    void onlyTheOperatorSetsTheEndpointAndOnlyToWhatMayBeCalled() {
        given(Given.tenants(ACME))
                .when(create("cloud", "https://proxy.example", "fra1"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:accounts:create", "resource", "compute-tenant/" + ACME))
                .when(create("cloud", "http://127.0.0.1:8081", "fra1"))
                .as(operator())
                .refusedFields("endpoint")
                .when(create("cloud", "https://proxy.example", "fra1"))
                .as(operator())
                .thenHappened("account.created", "name.claimed");
    }

    @Test
    void aRegionIsNamedOnce() {
        given(Given.tenants(ACME))
                .when(create("cloud", null, "fra1", "fra1"))
                .as(admin(ACME))
                .refusedFields("regions");
    }
}
