package dev.berth.infra.subscription;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Passes on which subscriptions' rows have changed. */
public final class SubscriptionNews {
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /** This subscription is shown in another version. */
    public void changed(String subscriptionId) {
        listeners.forEach(listener -> listener.accept(subscriptionId));
    }

    /** Has the listener told; it must not block. */
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }
}
