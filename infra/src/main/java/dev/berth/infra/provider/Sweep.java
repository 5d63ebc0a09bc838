package dev.berth.infra.provider;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Makes;
import dev.berth.sagas.provider.Mark.Owner;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Finds in a listing what is surplus, and removes what nothing uses. */
final class Sweep {

    private final Intents intents;
    private final InstantSource clock;
    private final Duration skew;

    Sweep(Intents intents, InstantSource clock, Duration skew) {
        this.intents = intents;
        this.clock = clock;
        this.skew = skew;
    }

    <T extends Thing> List<Surplus> of(Makes<?, T> port, String accountId, Listing<T> listing) {
        List<String> markers = listing.things().stream()
                .map(it -> it.mark().marker())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        Map<String, Intent> known = new HashMap<>();
        intents.all(markers).forEach(it -> known.put(it.marker(), it));
        List<Surplus> surplus = new ArrayList<>();
        for (T thing : listing.things()) {
            Optional<Intent> of = thing.mark().owner() == Owner.UNMARKABLE
                    ? byName(accountId, thing)
                    : Optional.ofNullable(known.get(String.valueOf(thing.mark().marker())));
            of.filter(it -> thing.phase() != Thing.Phase.GOING)
                    .flatMap(it -> reason(it, thing)
                            .map(reason -> remove(port, accountId, Kinds.of(thing), thing, it.marker(), reason)))
                    .ifPresent(surplus::add);
        }
        return surplus;
    }

    private static Optional<String> reason(Intent intent, Thing thing) {
        boolean adopted = thing.ref().id().equals(intent.providerId());
        if (intent.closedAt() != null) {
            return Optional.of("orphan");
        }
        // What is not adopted yet may be by the next drive.
        return intent.providerId() == null || adopted ? Optional.empty() : Optional.of("second");
    }

    /** For whom it may have been made: it has the name that was sent, was made since, and nobody has adopted it. */
    private Optional<Intent> byName(String accountId, Thing thing) {
        String kind = Kinds.of(thing);
        List<Intent> named = intents.named(accountId, kind, thing.name());
        if (named.isEmpty()
                || intents.adopterOf(accountId, kind, thing.ref().id()).isPresent()) {
            return Optional.empty();
        }
        return named.stream()
                .filter(it -> it.sends() > 0)
                .filter(it -> !thing.createdAt().isBefore(it.firstSent().minus(skew)))
                .findFirst();
    }

    <T extends Thing> Surplus remove(
            Makes<?, T> port, String accountId, String kind, T thing, String marker, String reason) {
        boolean givenOut = intents.surplusOf(marker).stream()
                .anyMatch(it ->
                        it.providerId().equals(thing.ref().id()) && it.reason().equals("replaced"));
        String fate = thing.inUse() || givenOut ? "kept" : fate(port.remove(thing.ref()));
        Surplus surplus = new Surplus(thing.ref().id(), marker, givenOut ? "replaced" : reason, fate);
        intents.surplus(accountId, kind, surplus, clock.instant());
        CreateProtocol.log(accountId, surplus);
        return surplus;
    }

    private static String fate(Answer<ProviderRef> answer) {
        return switch (answer) {
            case Answer.Done<ProviderRef> it -> "gone";
            case Answer.Missing<ProviderRef> it -> "gone";
            case Answer.Refused<ProviderRef> it -> "kept";
            case Answer.Pending<ProviderRef> it -> "asked";
            case Answer.Busy<ProviderRef> it -> "asked";
            case Answer.Unknown<ProviderRef> it -> "asked";
        };
    }
}
