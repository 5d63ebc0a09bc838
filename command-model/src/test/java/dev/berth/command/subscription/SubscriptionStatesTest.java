package dev.berth.command.subscription;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.id;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.iam.DecisionRecord;
import dev.berth.api.subscription.CreateSubscription;
import dev.berth.api.subscription.DeleteSubscription;
import dev.berth.api.subscription.ReplaySubscription;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionCreated;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionDeleted;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionPaused;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionReplayed;
import dev.berth.api.subscription.SubscriptionObservation.DeliveryGivenUp;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Everything that can be asked of subscriptions in every situation. */
class SubscriptionStatesTest {
    private static final String URL = "https://hooks.example.com/berth";
    private static final String SECRET = "env:HOOK_SECRET";
    private static final String SUB = id("sub", 1);
    private static final DomainEvent CREATED =
            new SubscriptionCreated(SUB, ACME, "ann", URL, List.of("instance.running"), SECRET);
    private static final DomainEvent PAUSED = new SubscriptionPaused(SUB, ACME, "The receiver answered 500.");
    private static final DomainEvent REPLAYED = new SubscriptionReplayed(SUB, ACME, 7);
    private static final DomainEvent DELETED = new SubscriptionDeleted(SUB, ACME);

    enum Situation {
        ACTIVE(CREATED),
        PAUSED_ONE(CREATED, PAUSED),
        REPLAYED_AFTER_A_PAUSE(CREATED, PAUSED, REPLAYED),
        DELETED_ONE(CREATED, DELETED),
        DELETED_WHILE_PAUSED(CREATED, PAUSED, DELETED);

        private final List<DomainEvent> story;

        Situation(DomainEvent... events) {
            story = all(tenants(ACME, OTHER), List.of(events));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check(
                "subscription-states.txt",
                Situation.class,
                it -> Scenario.given(it.story),
                acts(),
                it -> it.see(
                        Subscription.class,
                        SUB,
                        subscription -> subscription.state().name().toLowerCase(Locale.ROOT)));
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("replay", it -> it.when(new ReplaySubscription(ACME, SUB, 0)).as(admin(ACME)));
        acts.put(
                "replay by another",
                it -> it.when(new ReplaySubscription(OTHER, SUB, 0)).as(admin(OTHER)));
        acts.put("delete", it -> it.when(new DeleteSubscription(ACME, SUB)).as(admin(ACME)));
        acts.put(
                "delete by another",
                it -> it.when(new DeleteSubscription(OTHER, SUB)).as(admin(OTHER)));
        for (long revision = 1; revision <= 3; revision++) {
            long seen = revision;
            acts.put(
                    "given up at revision " + seen,
                    it -> it.when(new DeliveryGivenUp(SUB, seen, "The receiver answered 500."))
                            .as(Scenario.operator()));
        }
        return acts;
    }

    @Test
    void aSubscriptionIsMadeWithItsTypesOnce() {
        String id = Scenario.newId("sub", 1);
        Scenario.Answer answer = given(tenants(ACME))
                .when(new CreateSubscription(ACME, URL, List.of("pool.created", "pool.created"), SECRET))
                .as(admin(ACME))
                .answers(id);
        answer.then(new SubscriptionCreated(id, ACME, "ann", URL, List.of("pool.created"), SECRET));
        assertThat(answer.decision()).isInstanceOf(DecisionRecord.class);
    }

    @Test
    void whereNothingMayBeSentAndReadAllIsSaidAtOnce() {
        given(tenants(ACME))
                .when(new CreateSubscription(ACME, "http://127.0.0.1/", List.of(), "env:OWN"))
                .as(admin(ACME))
                .refusedFields("url", "secretRef");
    }

    @Test
    void givingUpWhatWasReplayedSinceIsVoid() {
        given(all(tenants(ACME), List.of(CREATED, REPLAYED)))
                .when(new DeliveryGivenUp(SUB, 1, "too late"))
                .as(Scenario.operator())
                .unchanged()
                .when(new DeliveryGivenUp(SUB, 2, "gone"))
                .as(Scenario.operator())
                .then(new SubscriptionPaused(SUB, ACME, "gone"));
    }
}
