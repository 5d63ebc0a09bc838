package dev.berth.infra.queue;

import dev.berth.sagas.provider.AccountRef;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares every account with what is recorded of it, by the clock.
 *
 * <p>Owns: when, and that one account's slowness delays no other's.<br>
 * Does not own: what is compared.<br>
 * Invariants: no account is compared twice at once.<br>
 * On failure: logged; the next round comes all the same.
 */
final class AccountPass implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccountPass.class);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(3);

    private final Accounts accounts;
    private final AccountListing listing;
    private final AccountRearm rearm;
    private final ReconcileMetrics metrics;
    private final ReconcileSettings settings;
    private final StepRows rows;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("account-pass").daemon().factory());
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<String> inWork = ConcurrentHashMap.newKeySet();

    AccountPass(
            Accounts accounts,
            AccountListing listing,
            AccountRearm rearm,
            ReconcileMetrics metrics,
            ReconcileSettings settings,
            StepRows rows) {
        this.rows = rows;
        this.accounts = accounts;
        this.listing = listing;
        this.rearm = rearm;
        this.metrics = metrics;
        this.settings = settings;
    }

    void start() {
        if (!settings.paused()) {
            Duration every = settings.pass();
            clock.scheduleWithFixedDelay(this::all, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void all() {
        try {
            accounts.all().forEach(account -> {
                metrics.account(account.accountId(), rows);
                one(account);
            });
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("The accounts could not be read");
        }
    }

    private void one(AccountRef account) {
        if (!inWork.add(account.accountId())) {
            return;
        }
        work.execute(() -> {
            try {
                listing.compare(account);
                metrics.rearmed(rearm.run(account.accountId()));
            } catch (RuntimeException e) {
                LOG.atWarn()
                        .addKeyValue("accountId", account.accountId())
                        .setCause(e)
                        .log("An account could not be compared; it is in the next pass");
            } finally {
                inWork.remove(account.accountId());
            }
        });
    }

    @Override
    public void close() {
        clock.shutdownNow();
        work.shutdown();
        try {
            // Not by an interrupt at first, which would close the connections that are in use.
            if (!work.awaitTermination(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                work.shutdownNow();
                work.awaitTermination(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            work.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
