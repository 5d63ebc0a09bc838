package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.iam.Resources;
import dev.berth.api.subscription.CreateSubscription;
import dev.berth.api.subscription.DeleteSubscription;
import dev.berth.api.subscription.GetSubscription;
import dev.berth.api.subscription.ListSubscriptions;
import dev.berth.api.subscription.ReplaySubscription;
import dev.berth.api.subscription.SubscriptionView;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import java.util.List;

/** The group {@code subscriptions}. */
final class SubscriptionMethods {
    private static final String MANAGE = "compute:subscriptions:manage";
    private static final String SUBSCRIPTION = "compute-subscription";
    private static final String THIS = Input.of("subscriptionId", Examples.SUBSCRIPTION_ID);

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    SubscriptionMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> subscriptions() {
        return List.of(
                mutation("subscriptions.create", CreateSubscription.class, Examples.SUBSCRIPTION)
                        .decides(MANAGE, "compute-tenant")
                        .summary("Sends the tenant's published events to an address from now on, one in each request, "
                                + "in order, until it is received, in the format of Standard Webhooks.")
                        .example(Input.of(
                                "url",
                                Examples.SUBSCRIPTION.url(),
                                "types",
                                Examples.SUBSCRIPTION.types(),
                                "secretRef",
                                Examples.SUBSCRIPTION.secretRef()))
                        .handledBy(
                                (call, in) -> mutations.show(call, in, id -> models.subscription(in.tenantId(), id))),
                list("subscriptions.list", ListSubscriptions.class, Examples.SUBSCRIPTION)
                        .decides(MANAGE, "compute-tenant")
                        .summary("The tenant's subscriptions, in order of creation.")
                        .example(Input.of("includeDeleted", true))
                        .handledBy((call, in) -> reads.<SubscriptionView>page(
                                call, in.tenantId(), seen -> models.subscriptions(in, seen), Resources::subscription)),
                read("subscriptions.get", GetSubscription.class, Examples.SUBSCRIPTION)
                        .decides(MANAGE, SUBSCRIPTION)
                        .summary("One subscription, with how far it has come and what hinders it.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "subscription",
                                "compute-subscription/" + in.subscriptionId(),
                                () -> models.subscription(in.tenantId(), in.subscriptionId()),
                                Resources::subscription)),
                mutation("subscriptions.replay", ReplaySubscription.class, Examples.SUBSCRIPTION)
                        .decides(MANAGE, SUBSCRIPTION)
                        .summary("Goes on after a position (0 is the beginning): sends again what came since, and "
                                + "makes a paused subscription active.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of("subscriptionId", Examples.SUBSCRIPTION_ID, "after", 41))
                        .handledBy(
                                (call, in) -> mutations.show(call, in, id -> models.subscription(in.tenantId(), id))),
                mutation("subscriptions.delete", DeleteSubscription.class, Examples.SUBSCRIPTION)
                        .decides(MANAGE, SUBSCRIPTION)
                        .summary("Ends a subscription.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy(
                                (call, in) -> mutations.show(call, in, id -> models.subscription(in.tenantId(), id))));
    }
}
