package dev.berth.infra.queue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Progress;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Providers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the steps of all kinds need at a provider's desk: to ask once, to look until it shows, to report.
 *
 * <p>Owns: what this process has asked for and not seen yet.<br>
 * Does not own: what there should be; rows and pauses beyond the next one.<br>
 * Invariants: nothing is waited for within a call; what was asked for is looked at before it is asked for again; to forget
 * what was asked, as a new process does, only costs asking again, which changes nothing where it is so already.<br>
 * On failure: told as an {@link Asking}; only mistakes of ours throw.
 */
final class ProviderDesk {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderDesk.class);
    private static final Pattern STATUS = Pattern.compile("answered ([0-9]{3})");
    private static final int LOOKS_BEFORE_PROGRESS = 3;
    private static final int MOST_ASKED = 20_000;

    private final Providers providers;
    private final Accounts accounts;
    private final CreateProtocol protocol;
    private final Observations observations;
    private final ProviderStepSettings settings;
    private final Cache<String, Asked> asked = Caffeine.newBuilder()
            .maximumSize(MOST_ASKED)
            .expireAfterWrite(Duration.ofHours(1))
            .build();

    ProviderDesk(
            Providers providers,
            Accounts accounts,
            CreateProtocol protocol,
            Observations observations,
            ProviderStepSettings settings) {
        this.providers = providers;
        this.accounts = accounts;
        this.protocol = protocol;
        this.observations = observations;
        this.settings = settings;
    }

    /** Something that was asked for. */
    private record Asked(long againAt, @Nullable String operation, int times, int looks, boolean doubt) {}

    /** Whether this was asked for, its answer was lost, and it may still be carried out. */
    boolean isInDoubt(String key) {
        Asked known = asked.getIfPresent(key);
        return known != null && known.doubt() && known.againAt() > System.nanoTime();
    }

    CreateProtocol protocol() {
        return protocol;
    }

    /** The account at its provider; empty while the account is not known here. */
    Optional<Provider> provider(String accountId) {
        return accounts.find(accountId).map(providers::of);
    }

    /** Whether the aggregate still wants what is about to be asked for; its answer is recorded. */
    boolean intend(ProviderRun run, Object begins) {
        try {
            observations.report(begins, cause(run));
            return true;
        } catch (ObservationRefused e) {
            LOG.atInfo()
                    .addKeyValue("resourceId", run.row().resourceId())
                    .addKeyValue("reason", e.getMessage())
                    .log("It is not to be made any more");
            return false;
        }
    }

    void report(ProviderRun run, Object observation) {
        observations.report(observation, cause(run));
        run.reported();
    }

    private static String cause(ProviderRun run) {
        return "step-" + run.row().fence();
    }

    /** The pause that doubles from look to look. */
    Duration pause(ProviderRun run) {
        return settings.pauseAfter(run.row().attempts());
    }

    /** The longest pause between two looks. */
    Duration longPause() {
        return settings.longestPoll();
    }

    /** How often this was asked for, as far as this process knows. */
    int timesAsked(String key) {
        Asked known = asked.getIfPresent(key);
        return known == null ? 0 : known.times();
    }

    /** How long ago this was asked first. */
    Duration since(String key) {
        Asked first = asked.get(key, it -> new Asked(System.nanoTime(), null, 0, 0, false));
        return first == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - first.againAt());
    }

    /** It is over, whatever it was. */
    void forget(String key) {
        asked.invalidate(key);
    }

    /**
     * Asks for it, or, where it was asked for, looks whether it shows.
     *
     * @param key of what, and of which resource
     * @param ask asks with one call
     * @param progress how a taken operation goes
     * @param look looks at the thing
     * @param shown whether the thing shows it
     */
    <T> Asking<T> ask(
            ProviderRun run,
            String key,
            Supplier<Answer<ProviderRef>> ask,
            Function<String, Answer<Progress>> progress,
            Supplier<Answer<T>> look,
            Predicate<T> shown) {
        Asked known = asked.getIfPresent(key);
        if (known == null || known.againAt() <= System.nanoTime()) {
            return first(run, key, known == null ? 1 : known.times() + 1, run.call(ask));
        }
        return switch (run.call(look)) {
            case Answer.Done<T> it -> seen(run, key, known, it.value(), shown, progress);
            case Answer.Pending<T> it -> seen(run, key, known, it.value(), shown, progress);
            case Answer.Missing<T> it -> {
                forget(key);
                yield new Asking.Missing<>(it.words());
            }
            case Answer.Refused<T> it -> new Asking.Refused<>(it.reason(), it.words());
            case Answer.Busy<T> it -> new Asking.Waiting<>(or(it.retryAfter(), run), it.words(), false);
            case Answer.Unknown<T> it -> new Asking.Waiting<>(pause(run), it.words(), false);
        };
    }

    private <T> Asking<T> first(ProviderRun run, String key, int times, Answer<ProviderRef> answer) {
        switch (answer) {
            case Answer.Pending<ProviderRef> it -> remember(key, settings.askAgain(), it.operation(), times, false);
            case Answer.Unknown<ProviderRef> it ->
                remember(
                        key,
                        it.answered() ? settings.answeredAgain() : settings.askAgain(),
                        null,
                        times,
                        !it.answered());
            case Answer.Busy<ProviderRef> it -> {}
            default -> forget(key);
        }
        return switch (answer) {
            case Answer.Done<ProviderRef> it -> new Asking.Shown<>(null);
            case Answer.Pending<ProviderRef> it -> new Asking.Waiting<>(settings.pauseAfter(0), null, false);
            case Answer.Missing<ProviderRef> it -> new Asking.Missing<>(it.words());
            case Answer.Refused<ProviderRef> it -> new Asking.Refused<>(it.reason(), it.words());
            case Answer.Busy<ProviderRef> it -> new Asking.Waiting<>(or(it.retryAfter(), run), it.words(), false);
            case Answer.Unknown<ProviderRef> it ->
                new Asking.Waiting<>(settings.pauseAfter(0), it.words(), it.answered());
        };
    }

    private <T> Asking<T> seen(
            ProviderRun run,
            String key,
            Asked known,
            T thing,
            Predicate<T> shown,
            Function<String, Answer<Progress>> progress) {
        if (shown.test(thing)) {
            forget(key);
            return new Asking.Shown<>(thing);
        }
        String operation = known.operation();
        if (operation != null
                && known.looks() >= LOOKS_BEFORE_PROGRESS
                && progress.apply(operation) instanceof Answer.Done<Progress>(Progress now)
                && now == Progress.FAILED) {
            // It has to be asked for again; the provider does not say why.
            asked.put(key, new Asked(System.nanoTime(), null, known.times(), 0, false));
            return new Asking.Waiting<>(pause(run), "The provider could not do it, and does not say why.", true);
        }
        asked.put(key, new Asked(known.againAt(), operation, known.times(), known.looks() + 1, known.doubt()));
        return new Asking.Waiting<>(pause(run), null, false);
    }

    private void remember(String key, Duration again, @Nullable String operation, int times, boolean doubt) {
        asked.put(key, new Asked(System.nanoTime() + again.toNanos(), operation, times, 0, doubt));
    }

    private Duration or(@Nullable Duration asked, ProviderRun run) {
        return asked == null ? pause(run) : asked;
    }

    /** What the provider said, as events keep it: the reason is the same for the same cause. */
    static ProviderFailure trouble(String words) {
        return new ProviderFailure(word(words), words, Certainty.UNKNOWN);
    }

    static ProviderFailure refusal(String reason, String words) {
        return new ProviderFailure(reason, words, Certainty.REFUSED);
    }

    /** Whether the provider answered that it failed. */
    static boolean isFailure(String words) {
        Matcher status = STATUS.matcher(words);
        return status.find()
                && (status.group(1).startsWith("5") || status.group(1).equals("408"));
    }

    /** Whether it is about what the provider did, and not only that somebody else's turn comes first here. */
    static boolean isTheProviders(String words) {
        return words.contains("provider");
    }

    private static String word(String words) {
        Matcher status = STATUS.matcher(words);
        return status.find() ? "Answered" + status.group(1) : "Waiting";
    }
}
