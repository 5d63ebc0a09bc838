package dev.berth.command.subscription;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.subscription.CreateSubscription;
import dev.berth.api.subscription.DeleteSubscription;
import dev.berth.api.subscription.ReplaySubscription;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionCreated;
import dev.berth.api.subscription.SubscriptionObservation.DeliveryGivenUp;
import dev.berth.api.subscription.SubscriptionState;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may do with its subscriptions, and what becomes of one whose receiver is gone.
 *
 * <p>Owns: the order of checks. Does not own: what is sent, and when. Invariants: nothing is looked up or called. On
 * failure: nothing is kept; the caller may ask again.
 */
public final class SubscriptionCommands {
    private static final String ACTION = "compute:subscriptions:manage";

    private final Gate gate;
    private final Streams<Subscription> subscriptions;
    private final Receivers receivers;

    /** The commands of a deployment. */
    public SubscriptionCommands(Gate gate, Streams<Subscription> subscriptions, Receivers receivers) {
        this.gate = gate;
        this.subscriptions = subscriptions;
        this.receivers = receivers;
    }

    /** Makes a subscription. */
    @CommandHandler
    public Outcome<Affected> handle(CreateSubscription command, @MetaDataValue(Context.KEY) Context context) {
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, "subscriptions.create", ACTION, tenant, meta -> {
            List<Problem.Violation> wrong = violations(command);
            if (!wrong.isEmpty()) {
                return Outcome.refused(Problem.invalid(wrong));
            }
            String id = context.newId("sub");
            SubscriptionCreated created = new SubscriptionCreated(
                    id,
                    command.tenantId(),
                    context.caller().principal(),
                    command.url(),
                    command.types().stream().distinct().toList(),
                    command.secretRef());
            subscriptions.create(() -> Subscription.create(created, meta));
            return Outcome.done(new Affected(id));
        });
    }

    private List<Problem.Violation> violations(CreateSubscription command) {
        List<Problem.Violation> wrong = new ArrayList<>();
        receivers.problemWithUrl(command.url()).ifPresent(it -> wrong.add(new Problem.Violation("url", it)));
        receivers
                .problemWithSecretRef(command.secretRef())
                .ifPresent(it -> wrong.add(new Problem.Violation("secretRef", it)));
        return wrong;
    }

    /** Goes on from a position; a paused subscription is active again. */
    @CommandHandler
    public Outcome<Affected> handle(ReplaySubscription command, @MetaDataValue(Context.KEY) Context context) {
        return onOne(context, command, command.subscriptionId(), "subscriptions.replay", (subscription, meta) -> {
            if (subscription.get(Subscription::state) == SubscriptionState.DELETED) {
                return Outcome.refused(Problem.invalidState("The subscription is deleted.", "deleted"));
            }
            subscription.apply(it -> it.replay(command.after(), meta));
            return Outcome.done(new Affected(command.subscriptionId()));
        });
    }

    /** Ends it. Asked again it changes nothing. */
    @CommandHandler
    public Outcome<Affected> handle(DeleteSubscription command, @MetaDataValue(Context.KEY) Context context) {
        return onOne(context, command, command.subscriptionId(), "subscriptions.delete", (subscription, meta) -> {
            if (subscription.get(Subscription::state) != SubscriptionState.DELETED) {
                subscription.apply(it -> it.delete(meta));
            }
            return Outcome.done(new Affected(command.subscriptionId()));
        });
    }

    /** Its receiver failed for too long. */
    @CommandHandler
    public Outcome<Affected> handle(DeliveryGivenUp observation) {
        String id = observation.subscriptionId();
        return subscriptions
                .find(id)
                .<Outcome<Affected>>map(subscription -> {
                    subscription.apply(it -> it.giveUp(observation.revision(), observation.message()));
                    return Outcome.done(new Affected(id));
                })
                .orElseGet(() -> Outcome.refused(notFound(id)));
    }

    private Outcome<Affected> onOne(
            Context context,
            Command command,
            String id,
            String method,
            BiFunction<Streams.Loaded<Subscription>, MetaData, Outcome<Affected>> allowed) {
        Optional<Streams.Loaded<Subscription>> found = subscriptions
                .find(id)
                .filter(it -> it.get(Subscription::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(notFound(id));
        }
        Streams.Loaded<Subscription> subscription = found.get();
        ResourceRef resource = subscription.get(Subscription::resource);
        return gate.pass(context, command, method, ACTION, resource, meta -> allowed.apply(subscription, meta));
    }

    private static Problem notFound(String id) {
        return Problem.notFound("subscription", "compute-subscription/" + id);
    }
}
