package dev.berth.infra.provider;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Makes;
import dev.berth.sagas.provider.Mark.Owner;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Wish;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * How a thing is made at a provider that knows no idempotency keys: once, whatever is lost on the way.
 *
 * <p>Owns: the record of what was sent ({@code create_intent}), which thing was adopted for a marker, and what is surplus.<br>
 * Does not own: whether the thing is wanted, pauses between drives, what happens to it once it is made.<br>
 * Invariants: a create is recorded before it is sent, and a marker is looked up before each create; after one whose outcome
 * is not known it is looked up again and again, and another is sent only when the grace period is over; a marker has one
 * adopted thing at most, the one in use before the oldest before the one with the smallest id; nothing is created to be
 * deleted; what is surplus and in use is kept.<br>
 * On failure, or killed at any moment: a create that was recorded and has no outcome is one whose outcome is not known.
 *
 * <p>It must not be called inside a transaction: what it records has to be there before it asks.
 */
public final class CreateProtocol {

    private static final Logger LOG = LoggerFactory.getLogger(CreateProtocol.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    /** How far the provider's clock may be behind ours. */
    private static final Duration SKEW = Duration.ofSeconds(60);

    private final Intents intents;
    private final ProviderSettings settings;
    private final InstantSource clock;

    public CreateProtocol(JdbcTemplate jdbc, ProviderSettings settings, InstantSource clock) {
        this.intents = new Intents(jdbc);
        this.settings = settings;
        this.clock = clock;
    }

    /** Brings the making of a thing one step further. Each drive is a look-up and at most one create. */
    public <W extends Wish, T extends Thing> Making<T> drive(Makes<W, T> port, String accountId, W wish) {
        Optional<Intent> known = intents.find(wish.marker());
        if (known.isPresent() && known.get().closedAt() != null) {
            return new Making.Refused<>("deleted", "It has been deleted.");
        }
        if (known.isPresent() && known.get().providerId() != null) {
            return adopted(port, wish, known.get());
        }
        return switch (find(port, accountId, wish, known.orElse(null))) {
            case Look.Nothing<T> it -> create(port, accountId, wish, known.orElse(null), it);
            case Look.There<T> it -> new Making.Made<>(it.thing());
            case Look.Unclear<T> it -> new Making.Waiting<>(it.words(), it.pause());
            case Look.Refused<T> it -> new Making.Refused<>(it.reason(), it.words());
        };
    }

    private <W extends Wish, T extends Thing> Making<T> adopted(Makes<W, T> port, W wish, Intent intent) {
        ProviderRef ref = ref(wish, intent);
        return switch (observe(port, wish.marker(), ref)) {
            case Answer.Done<T> it -> new Making.Made<>(it.value());
            case Answer.Pending<T> it -> new Making.Made<>(it.value());
            case Answer.Missing<T> it -> new Making.Lost<>(ref);
            case Answer.Refused<T> it -> new Making.Refused<>(it.reason(), it.words());
            case Answer.Busy<T> it -> new Making.Waiting<>(it.words(), pause(it.retryAfter()));
            case Answer.Unknown<T> it -> new Making.Waiting<>(it.words(), USUAL_PAUSE);
        };
    }

    /**
     * The thing as it is now. What was adopted a moment ago and does not show yet is not missing but {@code Busy}.
     *
     * @param marker for which the thing was made
     */
    public <T extends Thing> Answer<T> observe(Makes<?, T> port, String marker, ProviderRef ref) {
        Answer<T> answer = port.observe(ref);
        if (answer instanceof Answer.Missing<T> missing && isNew(marker, ref)) {
            return new Answer.Busy<>("It does not show yet: " + missing.words(), FIRST_PAUSE);
        }
        return answer;
    }

    private boolean isNew(String marker, ProviderRef ref) {
        return intents.find(marker)
                .filter(it -> ref.id().equals(it.providerId()))
                .map(Intent::adoptedAt)
                .filter(at -> clock.instant().isBefore(at.plus(settings.settleTime())))
                .isPresent();
    }

    /** What a look-up came to. */
    private sealed interface Look<T> {
        record There<T>(T thing) implements Look<T> {}

        /** @param foreign whether something that is not ours has the name */
        record Nothing<T>(String name, boolean foreign) implements Look<T> {}

        record Unclear<T>(String words, Duration pause) implements Look<T> {}

        record Refused<T>(String reason, String words) implements Look<T> {}
    }

    private <W extends Wish, T extends Thing> Look<T> find(
            Makes<W, T> port, String accountId, W wish, @Nullable Intent intent) {
        return find(port, accountId, wish, intent, intent == null || intent.sends() == 0 ? null : intent.name());
    }

    private <W extends Wish, T extends Thing> Look<T> find(
            Makes<W, T> port, String accountId, W wish, @Nullable Intent intent, @Nullable String name) {
        return switch (port.find(wish, name)) {
            case Answer.Done<Found<T>> it -> looked(port, accountId, wish, intent, it.value());
            case Answer.Pending<Found<T>> it -> looked(port, accountId, wish, intent, it.value());
            case Answer.Missing<Found<T>> it -> new Look.Refused<>("missing", it.words());
            case Answer.Refused<Found<T>> it -> new Look.Refused<>(it.reason(), it.words());
            case Answer.Busy<Found<T>> it -> new Look.Unclear<>(it.words(), pause(it.retryAfter()));
            case Answer.Unknown<Found<T>> it -> new Look.Unclear<>(it.words(), USUAL_PAUSE);
        };
    }

    private <W extends Wish, T extends Thing> Look<T> looked(
            Makes<W, T> port, String accountId, W wish, @Nullable Intent intent, Found<T> found) {
        List<Surplus> surplus = intents.surplusOf(wish.marker());
        List<T> ours = found.things().stream()
                .filter(it -> it.phase() != Thing.Phase.GOING)
                .filter(it -> surplus.stream()
                        .noneMatch(other -> other.providerId().equals(it.ref().id())))
                .filter(it -> belongs(accountId, wish, intent, it))
                .toList();
        if (!ours.isEmpty()) {
            return new Look.There<>(adopt(port, accountId, wish, ours));
        }
        boolean unmarkable = found.things().stream().anyMatch(it -> it.mark().owner() == Owner.UNMARKABLE);
        if (!unmarkable) {
            return new Look.Nothing<>(found.name(), found.nameIsForeign());
        }
        boolean siblings = found.things().stream()
                .allMatch(it -> it.phase() == Thing.Phase.GOING
                        || intents.adopterOf(accountId, kind(wish), it.ref().id())
                                .isPresent());
        if (siblings && !found.name().equals(wish.longName())) {
            return find(port, accountId, wish, intent, wish.longName());
        }
        return new Look.Nothing<>(found.name(), !siblings);
    }

    /** By its mark; where there are none, by its name and by when it was made, if nobody else has adopted it. */
    private boolean belongs(String accountId, Wish wish, @Nullable Intent intent, Thing thing) {
        if (thing.mark().owner() != Owner.UNMARKABLE) {
            return thing.mark().isOf(wish.marker());
        }
        return intent != null
                && intent.sends() > 0
                && thing.name().equals(intent.name())
                && !thing.createdAt().isBefore(intent.firstSent().minus(SKEW))
                && intents.adopterOf(accountId, kind(wish), thing.ref().id()).isEmpty();
    }

    private <W extends Wish, T extends Thing> T adopt(Makes<W, T> port, String accountId, W wish, List<T> ours) {
        T best = ours.stream()
                .min(Comparator.<T, Boolean>comparing(it -> !it.inUse())
                        .thenComparing(Thing::createdAt)
                        .thenComparing(it -> it.ref().id()))
                .orElseThrow();
        String adopted = adopt(accountId, wish, best);
        T chosen = ours.stream()
                .filter(it -> it.ref().id().equals(adopted))
                .findAny()
                .orElse(best);
        for (T other : ours) {
            if (!other.ref().id().equals(adopted)) {
                remove(port, accountId, kind(wish), other, wish.marker(), "second");
            }
        }
        return chosen;
    }

    private String adopt(String accountId, Wish wish, Thing thing) {
        return intents.adopt(
                accountId, kind(wish), wish.marker(), thing.name(), thing.ref().id(), clock.instant());
    }

    private <W extends Wish, T extends Thing> Making<T> create(
            Makes<W, T> port, String accountId, W wish, @Nullable Intent intent, Look.Nothing<T> nothing) {
        Instant now = clock.instant();
        if (intent != null && intent.doubtUntil() != null && now.isBefore(intent.doubtUntil())) {
            intents.looked(wish.marker());
            return new Making.Waiting<>(
                    "The provider's answer to the last request was lost; it is being looked up.",
                    pause(intent.looks()));
        }
        if (nothing.foreign()) {
            return new Making.Refused<>(
                    "name",
                    "The name %s is taken at the provider by something that this deployment has not made."
                            .formatted(nothing.name()));
        }
        int sends = intent == null ? 0 : intent.sends();
        if (!intents.send(
                accountId, kind(wish), wish.marker(), nothing.name(), sends, now, now.plus(settings.createGrace()))) {
            return new Making.Waiting<>("Somebody else is making it.", FIRST_PAUSE);
        }
        return switch (port.create(wish, nothing.name())) {
            case Answer.Done<T> it -> made(port, accountId, wish, it.value());
            case Answer.Pending<T> it -> made(port, accountId, wish, it.value());
            case Answer.Refused<T> it -> {
                intents.doubt(wish.marker(), sends + 1, null);
                yield new Making.Refused<>(it.reason(), it.words());
            }
            case Answer.Missing<T> it -> {
                intents.doubt(wish.marker(), sends + 1, null);
                yield new Making.Refused<>("missing", it.words());
            }
            case Answer.Busy<T> it -> {
                intents.doubt(wish.marker(), sends + 1, null);
                yield new Making.Waiting<>(it.words(), pause(it.retryAfter()));
            }
            case Answer.Unknown<T> it -> {
                if (it.answered()) {
                    intents.doubt(wish.marker(), sends + 1, clock.instant().plus(settings.answeredGrace()));
                }
                yield new Making.Waiting<>(it.words(), FIRST_PAUSE);
            }
        };
    }

    private <W extends Wish, T extends Thing> Making<T> made(Makes<W, T> port, String accountId, W wish, T thing) {
        String adopted = adopt(accountId, wish, thing);
        if (!adopted.equals(thing.ref().id())) {
            // A runner that had been given up was slower.
            remove(port, accountId, kind(wish), thing, wish.marker(), "second");
            return new Making.Waiting<>("Another one was made first.", FIRST_PAUSE);
        }
        return new Making.Made<>(thing);
    }

    /**
     * Brings the end of a thing one step further: removes what was adopted, or, where an answer was lost, what may have been
     * made; asks nobody where nothing was sent or all was refused. From then on nothing is made for the marker.
     */
    public <W extends Wish, T extends Thing> Unmaking unmake(Makes<W, T> port, String accountId, W wish) {
        Optional<Intent> known = intents.find(wish.marker());
        if (known.isEmpty() || known.get().closedAt() != null) {
            return gone(accountId, wish);
        }
        Intent intent = known.get();
        if (intent.providerId() != null) {
            return remove(port, accountId, wish, ref(wish, intent));
        }
        if (intent.doubtUntil() == null) {
            return gone(accountId, wish);
        }
        return switch (find(port, accountId, wish, intent)) {
            case Look.There<T> it -> remove(port, accountId, wish, it.thing().ref());
            case Look.Unclear<T> it -> new Unmaking.Waiting(it.words(), it.pause());
            case Look.Refused<T> it -> new Unmaking.Refused(it.reason(), it.words());
            case Look.Nothing<T> it -> {
                if (!clock.instant().isBefore(intent.doubtUntil())) {
                    yield gone(accountId, wish);
                }
                intents.looked(wish.marker());
                yield new Unmaking.Waiting(
                        "The provider's answer to the last request was lost; it is being looked up.",
                        pause(intent.looks()));
            }
        };
    }

    private Unmaking gone(String accountId, Wish wish) {
        intents.close(accountId, kind(wish), wish.marker(), wish.name(), clock.instant());
        return new Unmaking.Gone();
    }

    private <W extends Wish, T extends Thing> Unmaking remove(
            Makes<W, T> port, String accountId, W wish, ProviderRef ref) {
        return switch (port.remove(ref)) {
            case Answer.Done<ProviderRef> it -> gone(accountId, wish);
            case Answer.Missing<ProviderRef> it -> gone(accountId, wish);
            case Answer.Pending<ProviderRef> it -> new Unmaking.Waiting("It is being removed.", FIRST_PAUSE);
            case Answer.Refused<ProviderRef> it -> new Unmaking.Refused(it.reason(), it.words());
            case Answer.Busy<ProviderRef> it -> new Unmaking.Waiting(it.words(), pause(it.retryAfter()));
            case Answer.Unknown<ProviderRef> it -> new Unmaking.Waiting(it.words(), FIRST_PAUSE);
        };
    }

    /** The thing that was adopted for the marker is known to be gone, and another is to be made for it. */
    public void forget(String marker) {
        intents.forget(marker, clock.instant());
    }

    /** What was adopted for the marker; empty while nothing is. */
    public Optional<String> adopted(String marker) {
        return intents.find(marker).map(Intent::providerId);
    }

    /** What was found to be surplus of the marker, oldest first. */
    public List<Surplus> surplusOf(String marker) {
        return intents.surplusOf(marker);
    }

    /**
     * Removes from what the account has what carries a marker of ours and is neither what was adopted for it nor may still
     * be: second copies and late ones of what is deleted. What is in use is kept. Both are recorded.
     *
     * @return what was surplus in this listing
     */
    public <T extends Thing> List<Surplus> sweep(Makes<?, T> port, String accountId, Listing<T> listing) {
        return new Sweep(intents, clock, SKEW).of(port, accountId, listing);
    }

    private <T extends Thing> void remove(
            Makes<?, T> port, String accountId, String kind, T thing, String marker, String reason) {
        new Sweep(intents, clock, SKEW).remove(port, accountId, kind, thing, marker, reason);
    }

    private static ProviderRef ref(Wish wish, Intent intent) {
        String id = intent.providerId() == null ? "" : intent.providerId();
        return new ProviderRef(id, wish.region(), Kinds.isShared(wish));
    }

    private static String kind(Wish wish) {
        return Kinds.of(wish);
    }

    private static Duration pause(@Nullable Duration asked) {
        return asked == null ? USUAL_PAUSE : asked;
    }

    private static Duration pause(int looks) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(looks, 10));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    static void log(String accountId, Surplus surplus) {
        LOG.atWarn()
                .addKeyValue("accountId", accountId)
                .addKeyValue("marker", surplus.marker())
                .addKeyValue("providerId", surplus.providerId())
                .addKeyValue("reason", surplus.reason())
                .addKeyValue("fate", surplus.fate())
                .log("The provider has something that is surplus");
    }
}
