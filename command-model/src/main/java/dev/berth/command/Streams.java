package dev.berth.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.axonframework.modelling.command.Aggregate;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.axonframework.modelling.command.Repository;

/**
 * The aggregates of one type, in the unit of work of the command that is being handled. What is loaded stays locked
 * until that unit of work ends.
 *
 * @param <T> the aggregate's type
 */
public final class Streams<T> {
    private final Repository<T> repository;

    /** Over this repository. */
    public Streams(Repository<T> repository) {
        this.repository = repository;
    }

    /** One aggregate, loaded and locked. */
    public static final class Loaded<T> {
        private final Aggregate<T> aggregate;

        private Loaded(Aggregate<T> aggregate) {
            this.aggregate = aggregate;
        }

        /** Asks it something. */
        public <R> R get(Function<T, R> question) {
            return aggregate.invoke(question);
        }

        /** Lets it apply events. */
        public void apply(Consumer<T> change) {
            aggregate.execute(change);
        }
    }

    /** The aggregate with this id, if it has a stream. */
    public Optional<Loaded<T>> find(String id) {
        try {
            return Optional.of(new Loaded<>(repository.load(id)));
        } catch (AggregateNotFoundException e) {
            return Optional.empty();
        }
    }

    /** The aggregate with this id, which another stream names, so that it must be there. */
    public Loaded<T> get(String id) {
        return new Loaded<>(repository.load(id));
    }

    /**
     * A new aggregate, made by {@code first}, which applies its first event. Its identifier has to be null until then:
     * Axon would store that event under any other value, the empty text too.
     */
    public Loaded<T> create(Callable<T> first) {
        try {
            return new Loaded<>(repository.newInstance(first));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("An aggregate's first event could not be applied", e);
        }
    }
}
