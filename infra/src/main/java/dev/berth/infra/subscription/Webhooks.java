package dev.berth.infra.subscription;

import dev.berth.api.subscription.SubscriptionObservation.DeliveryGivenUp;
import dev.berth.infra.feed.FeedEvent;
import dev.berth.infra.feed.FeedReader;
import dev.berth.infra.feed.FeedTail;
import dev.berth.infra.queue.Observations;
import dev.berth.query.feed.FeedQueries;
import dev.berth.query.subscription.SubscriptionQueries;
import dev.berth.query.subscription.SubscriptionRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each subscription its events, one after the other, each until it is received.
 *
 * <p>Owns: progress, tries and their pauses; one thread that decides them all and never waits for a receiver. Does not own:
 * whether a subscription is active, which its events say. Invariants: in order and at least once; a subscription has at
 * most one call under way; one that fails holds back only itself; nothing here is in a command's path. On failure: a
 * receiver's is tried again after a pause; the database's is waited for; after a kill, what was received but not yet
 * noted is sent once more.
 */
public final class Webhooks implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Webhooks.class);
    private static final int PAGE = 100;
    private static final long SAVE_MILLIS = 200;
    private static final long PAUSE_MILLIS = 500;
    private static final long BEGIN_MILLIS = 20;
    private static final Duration LAST_CALLS = Duration.ofSeconds(1);

    /** What it works with. */
    public record Surroundings(
            FeedReader reader,
            FeedTail tail,
            FeedQueries feed,
            SubscriptionQueries subscriptions,
            Observations observations,
            InstantSource clock,
            MeterRegistry meters) {}

    private final Surroundings around;
    private final ProgressTable table;
    private final WebhookSettings settings;
    private final WebhookCall calls;
    private final Slots slots;
    private final Map<String, Delivery> deliveries = new ConcurrentHashMap<>();
    private final Map<String, Set<Delivery>> byTenant = new HashMap<>();
    private final Map<String, Progress> unsaved = new HashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("webhooks").daemon(true).factory());
    private final ExecutorService reports = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("webhook-reports").daemon(true).factory());
    private final Counter sent;
    private final Counter failed;
    private boolean stopping;

    /** Sends once it is started. */
    public Webhooks(Surroundings around, ProgressTable table, WebhookSettings settings, WebhookCall calls) {
        this.around = around;
        this.table = table;
        this.settings = settings;
        this.calls = calls;
        this.slots = new Slots(settings.atOnce(), settings.perTenant());
        this.sent = counter(around.meters(), "berth.webhooks.received", "Events that receivers took");
        this.failed = counter(around.meters(), "berth.webhooks.failed", "Tries that failed");
        Gauge.builder("berth.webhooks.failing", this, Webhooks::failing)
                .description("Subscriptions whose last try failed")
                .register(around.meters());
    }

    private static Counter counter(MeterRegistry meters, String name, String description) {
        return Counter.builder(name).description(description).register(meters);
    }

    /** Begins to send. */
    public void start(SubscriptionNews news) {
        news.listen(id -> soon(() -> changed(id), 0));
        around.tail()
                .onNews(tenants -> soon(
                        () -> tenants.forEach(tenant ->
                                byTenant.getOrDefault(tenant, Set.of()).forEach(this::consider)),
                        0));
        soon(this::load, 0);
        thread.scheduleWithFixedDelay(this::save, SAVE_MILLIS, SAVE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** How far this subscription has come, whatever it is doing; from the feed where it has not begun yet. */
    public Progress progress(SubscriptionRecord record) {
        Delivery delivery = deliveries.get(record.id());
        Progress held = delivery == null ? table.find(record.id()).orElse(null) : delivery.progress();
        if (held != null && held.startedRevision() >= record.startRevision()) {
            return held;
        }
        return Progress.from(record.startRevision(), beginning(record).orElse(0L));
    }

    private double failing() {
        return deliveries.values().stream()
                .map(Delivery::progress)
                .filter(it -> it != null && it.failures() > 0)
                .count();
    }

    /** Runs this on the delivering thread; what fails there is tried again after a pause. */
    private void soon(Runnable work, long millis) {
        try {
            thread.schedule(() -> guarded(work), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // It stops.
        }
    }

    private void guarded(Runnable work) {
        if (stopping) {
            return;
        }
        try {
            work.run();
        } catch (RuntimeException e) {
            log.atWarn()
                    .addKeyValue("reason", String.valueOf(e.getMessage()))
                    .log("Webhooks can't go on; trying again");
            soon(work, PAUSE_MILLIS);
        }
    }

    private void load() {
        Map<String, Progress> stored = table.all();
        for (SubscriptionRecord record : around.subscriptions().live()) {
            if (!deliveries.containsKey(record.id())) {
                add(new Delivery(record, stored.get(record.id())));
            }
        }
        Set.copyOf(deliveries.values()).forEach(this::consider);
    }

    private void add(Delivery delivery) {
        deliveries.put(delivery.record.id(), delivery);
        byTenant.computeIfAbsent(delivery.record.tenantId(), tenant -> new HashSet<>())
                .add(delivery);
        around.tail().follow();
    }

    private void remove(Delivery delivery) {
        if (deliveries.remove(delivery.record.id()) != null) {
            delivery.cancelTimer();
            byTenant.computeIfPresent(delivery.record.tenantId(), (tenant, all) -> {
                all.remove(delivery);
                return all.isEmpty() ? null : all;
            });
            around.tail().unfollow();
        }
    }

    private void changed(String id) {
        Optional<SubscriptionRecord> found = around.subscriptions().find(id);
        if (found.isEmpty()) {
            return;
        }
        Delivery delivery = deliveries.get(id);
        if (delivery == null) {
            if (found.get().deletedAt() != null) {
                return;
            }
            delivery = new Delivery(found.get(), table.find(id).orElse(null));
            add(delivery);
        } else if (found.get().revision() > delivery.record.revision()) {
            delivery.record = found.get();
        }
        if (delivery.record.deletedAt() != null) {
            remove(delivery);
        } else {
            consider(delivery);
        }
    }

    /** Does what is to be done for it now: begin, wait, or send. */
    private void consider(Delivery delivery) {
        if (!deliveries.containsKey(delivery.record.id())) {
            return;
        }
        if (delivery.toBegin()) {
            Optional<Long> position = beginning(delivery.record);
            if (position.isEmpty()) {
                // The feed has not taken in yet what the read table shows.
                soon(() -> consider(delivery), BEGIN_MILLIS);
                return;
            }
            delivery.begin(position.get());
            delivery.cancelTimer();
            noted(delivery);
        }
        if (delivery.busy || !delivery.active() || waits(delivery)) {
            return;
        }
        if (delivery.next.isEmpty()) {
            FeedReader.Batch batch =
                    around.reader().after(delivery.record.tenantId(), delivery.types, delivery.scanned, PAGE);
            delivery.next.addAll(batch.events());
            delivery.scanned = batch.to();
        }
        if (!delivery.next.isEmpty()) {
            delivery.busy = true;
            slots.take(delivery.record.tenantId(), () -> send(delivery));
        }
    }

    private boolean waits(Delivery delivery) {
        Progress progress = delivery.progress();
        Instant due = progress == null ? null : progress.nextAttemptAt();
        Instant now = around.clock().instant();
        if (due == null || !now.isBefore(due)) {
            return false;
        }
        if (delivery.timer == null) {
            long millis = Math.min(
                    Duration.between(now, due).toMillis() + 1,
                    settings.longestRetry().toMillis());
            delivery.timer = thread.schedule(
                    () -> guarded(() -> {
                        delivery.timer = null;
                        consider(delivery);
                    }),
                    millis,
                    TimeUnit.MILLISECONDS);
        }
        return true;
    }

    /** Where it begins: behind its own creation, or where the last replay says, but never beyond that. */
    private Optional<Long> beginning(SubscriptionRecord record) {
        Long after = record.after();
        return after == null
                ? around.feed().latest(record.id(), "subscription.created")
                : around.feed().latest(record.id(), "subscription.replayed").map(end -> Math.min(end, after));
    }

    private void send(Delivery delivery) {
        FeedEvent event = delivery.next.peek();
        if (event == null || !delivery.active() || stopping) {
            // It was begun anew, or ended, while it waited for its turn.
            ended(delivery);
            return;
        }
        int beginnings = delivery.beginnings;
        calls.send(delivery.record.url(), delivery.record.secretRef(), event)
                .thenAccept(error -> soon(() -> answered(delivery, beginnings, event, error), 0));
    }

    private void answered(Delivery delivery, int beginnings, FeedEvent event, @Nullable String error) {
        Progress progress = delivery.progress();
        if (beginnings == delivery.beginnings && progress != null) {
            if (error == null) {
                delivery.next.remove();
                delivery.progress(progress.received(event.position()));
                sent.increment();
            } else {
                failed(delivery, progress, error);
            }
            noted(delivery);
        }
        ended(delivery);
    }

    private void failed(Delivery delivery, Progress progress, String error) {
        failed.increment();
        Instant now = around.clock().instant();
        Progress after = progress.failed(now, now.plus(settings.retryAfter(progress.failures() + 1)), error);
        delivery.progress(after);
        if (progress.failures() == 0) {
            log.atInfo()
                    .addKeyValue("subscriptionId", delivery.record.id())
                    .addKeyValue("reason", error)
                    .log("A subscription's receiver fails");
        }
        Instant since = after.failingSince();
        if (since != null && !now.isBefore(since.plus(settings.pauseAfter()))) {
            giveUp(delivery.record, error);
        }
    }

    private void giveUp(SubscriptionRecord record, String error) {
        reports.execute(() -> {
            try {
                around.observations()
                        .report(new DeliveryGivenUp(record.id(), record.revision(), error), "webhooks-" + record.id());
            } catch (RuntimeException e) {
                // The next failure reports it again.
                log.atWarn()
                        .addKeyValue("subscriptionId", record.id())
                        .addKeyValue("reason", String.valueOf(e.getMessage()))
                        .log("A subscription can't be paused for now");
            }
        });
    }

    private void ended(Delivery delivery) {
        delivery.busy = false;
        slots.release(delivery.record.tenantId());
        soon(() -> consider(delivery), 0);
    }

    private void noted(Delivery delivery) {
        Progress progress = delivery.progress();
        if (progress != null) {
            unsaved.put(delivery.record.id(), progress);
        }
    }

    private void save() {
        if (unsaved.isEmpty()) {
            return;
        }
        try {
            table.save(unsaved);
            unsaved.clear();
        } catch (RuntimeException e) {
            log.atWarn().addKeyValue("reason", String.valueOf(e.getMessage())).log("Progress can't be saved for now");
        }
    }

    @Override
    public void close() {
        try {
            var last = thread.submit(() -> {
                stopping = true;
                save();
            });
            last.get(LAST_CALLS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            log.atWarn().log("The last progress may not be saved; those events are sent once more");
        }
        thread.shutdownNow();
        reports.shutdownNow();
        calls.close();
    }
}
