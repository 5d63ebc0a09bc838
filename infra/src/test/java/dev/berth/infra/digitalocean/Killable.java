package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Makes;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Wish;
import org.jspecify.annotations.Nullable;

/** Ends whoever drives a create, once, before or after it is sent. */
final class Killable<W extends Wish, T extends Thing> implements Makes<W, T> {

    /** Nothing catches it, as nothing catches a kill. */
    static final class Killed extends Error {}

    enum Moment {
        BEFORE,
        AFTER,
        NEVER
    }

    private final Makes<W, T> port;
    private Moment moment;

    Killable(Makes<W, T> port, Moment moment) {
        this.port = port;
        this.moment = moment;
    }

    @Override
    public Answer<T> create(W wish, String name) {
        Moment now = moment;
        moment = Moment.NEVER;
        if (now == Moment.BEFORE) {
            throw new Killed();
        }
        Answer<T> answer = port.create(wish, name);
        if (now == Moment.AFTER) {
            throw new Killed();
        }
        return answer;
    }

    @Override
    public Answer<Found<T>> find(W wish, @Nullable String sentName) {
        return port.find(wish, sentName);
    }

    @Override
    public Answer<T> observe(ProviderRef ref) {
        return port.observe(ref);
    }

    @Override
    public Answer<ProviderRef> remove(ProviderRef ref) {
        return port.remove(ref);
    }
}
