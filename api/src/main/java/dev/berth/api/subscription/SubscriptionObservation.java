package dev.berth.api.subscription;

/** What delivery reports of a subscription, each as a command to its aggregate. */
public sealed interface SubscriptionObservation {
    /** The subscription. */
    String subscriptionId();

    /**
     * Its receiver has failed for so long that delivery ends.
     *
     * @param revision the stream's length when that was found; void once the stream has gone on
     * @param message  why the last try failed
     */
    record DeliveryGivenUp(String subscriptionId, long revision, String message) implements SubscriptionObservation {}
}
