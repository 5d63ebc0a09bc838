package dev.berth.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.EventTypes;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.Role;
import dev.berth.api.refusal.RefusalEvent;
import dev.berth.command.account.ProviderRules.Feature;
import dev.berth.command.instance.ImageSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.axonframework.eventhandling.EventMessage;

/**
 * A test of decisions in words: given what happened, when someone asks for something, then this happens, or it is
 * refused and nothing does. It can go on with the next question. The n-th question makes the ids of {@link #newId}.
 */
public final class Scenario {
    private final World world;

    private Scenario(World world) {
        this.world = world;
    }

    /** After these events, in this order. */
    public static Scenario given(DomainEvent... events) {
        return new Scenario(new World(ImageSource.CATALOGUE)).and(events);
    }

    /** After these events, in this order. */
    public static Scenario given(List<? extends DomainEvent> events) {
        return given(events.toArray(DomainEvent[]::new));
    }

    /** In a deployment whose hosted pools have no images. */
    public static Scenario withoutImages(List<? extends DomainEvent> events) {
        Scenario scenario = new Scenario(new World(ImageSource.NONE));
        scenario.world.given(events);
        return scenario;
    }

    /** And after these. */
    public Scenario and(DomainEvent... events) {
        world.given(List.of(events));
        return this;
    }

    /** And after these, of which placement has not heard yet. */
    public Scenario behindThePlacersBack(DomainEvent... events) {
        world.unheard.addAll(List.of(events));
        return and(events);
    }

    /** From now on the policies say this to everything. */
    public Scenario wherePoliciesSay(AccessDecision.Outcome outcome) {
        return decidedBy(request -> World.decision(outcome));
    }

    /** From now on this decides. */
    public Scenario decidedBy(AccessDecider decider) {
        world.decider = decider;
        return this;
    }

    /** The provider lacks this. */
    public Scenario whereTheProviderLacks(Feature feature) {
        world.provider.features.remove(feature);
        return this;
    }

    /** Time goes on. */
    public Scenario after(Duration duration) {
        world.now = world.now.plus(duration);
        return this;
    }

    /** The time of the next question. */
    public Instant now() {
        return world.now;
    }

    /** When this command or observation comes, next by {@link Question#as}. */
    public Question when(Object command) {
        return new Question(command, new HashMap<>());
    }

    /** Looks into an aggregate. */
    public <T, R> R see(Class<T> type, String id, Function<T, R> question) {
        return world.look(type, id, question);
    }

    /** Everything that has happened so far, what was given included. */
    public List<DomainEvent> events() {
        return List.copyOf(world.log);
    }

    /** The id that the n-th question, counted from 1, makes. */
    public static String newId(String prefix, long n) {
        return World.newId(prefix, n);
    }

    /** An admin of this tenant. */
    public static Caller admin(String tenantId) {
        return new Caller("ann", tenantId, Set.of(Role.ADMIN), false, "tok_ann", false);
    }

    /** Another principal of this tenant. */
    public static Caller member(String tenantId) {
        return new Caller("mia", tenantId, Set.of(Role.MEMBER), false, "tok_mia", false);
    }

    /** A session that acts for {@link #admin}. */
    public static Caller delegate(String tenantId) {
        return new Caller("ann", tenantId, Set.of(Role.ADMIN), true, "tok_bot", false);
    }

    /** The operator. */
    public static Caller operator() {
        return new Caller(Caller.OPERATOR, null, Set.of(), false, "operator", true);
    }

    /** A question that is to be asked. */
    public final class Question {
        private final Object command;
        private final Map<String, Object> metaData;

        private Question(Object command, Map<String, Object> metaData) {
            this.command = command;
            this.metaData = metaData;
        }

        /** With this beside it. */
        public Question with(String key, Object value) {
            metaData.put(key, value);
            return this;
        }

        /** This caller asks. */
        public Answer as(Caller caller) {
            int before = world.log.size();
            Outcome<Affected> outcome = world.dispatch(command, caller, metaData);
            return new Answer(command, outcome, before, world.log.size());
        }

        /** The reconciler reports it. */
        public Answer seen() {
            return as(Caller.reconciler());
        }
    }

    /** What came of a question. */
    public final class Answer {
        private final Object command;
        private final Outcome<Affected> outcome;
        private final int from;
        private final int to;

        private Answer(Object command, Outcome<Affected> outcome, int from, int to) {
            this.command = command;
            this.outcome = outcome;
            this.from = from;
            this.to = to;
        }

        /** It was carried out, and exactly this happened. */
        public Scenario then(DomainEvent... events) {
            assertThat(outcome).as("answer to %s", command).isInstanceOf(Outcome.Done.class);
            assertThat(happened()).as("what came of %s", command).containsExactly(events);
            return Scenario.this;
        }

        /** It was carried out, and events of exactly these names happened. */
        public Scenario thenHappened(String... names) {
            assertThat(outcome).as("answer to %s", command).isInstanceOf(Outcome.Done.class);
            assertThat(names()).as("what came of %s", command).containsExactly(names);
            return Scenario.this;
        }

        /** It was carried out, and nothing happened. */
        public Scenario unchanged() {
            return then();
        }

        /** It was carried out and answers this resource. */
        public Answer answers(String id) {
            assertThat(outcome).as("answer to %s", command).isEqualTo(Outcome.done(new Affected(id)));
            return this;
        }

        /** It was refused so, and nothing happened but that the refusal was recorded, where a decision was made. */
        public Scenario refused(ErrorCode code, Map<String, ?> details) {
            Problem problem = problem();
            assertThat(problem.code()).as("answer to %s: %s", command, problem).isEqualTo(code);
            assertThat(problem.details()).as("details of %s", problem).isEqualTo(details);
            onlyRecorded();
            return Scenario.this;
        }

        /** It was refused so, whatever the details. */
        public Scenario refused(ErrorCode code) {
            return refused(code, problem().details());
        }

        /** It was refused since these fields of its input break rules. */
        public Scenario refusedFields(String... fields) {
            Problem problem = problem();
            assertThat(problem.code()).as("answer to %s: %s", command, problem).isEqualTo(ErrorCode.INVALID_INPUT);
            List<?> violations = (List<?>) problem.details().get("violations");
            assertThat(violations.stream()
                            .map(it -> ((Problem.Violation) it).field())
                            .toList())
                    .containsExactly(fields);
            onlyRecorded();
            return Scenario.this;
        }

        /** Why it was refused. */
        public Problem problem() {
            assertThat(outcome).as("answer to %s", command).isInstanceOf(Outcome.Refused.class);
            return ((Outcome.Refused<Affected>) outcome).problem();
        }

        private void onlyRecorded() {
            assertThat(happened())
                    .as("what came of the refused %s", command)
                    .allMatch(it -> it instanceof RefusalEvent || it instanceof ConfirmationEvent);
        }

        /** How it was answered. */
        public Outcome<Affected> outcome() {
            return outcome;
        }

        /** What happened. */
        public List<DomainEvent> happened() {
            return List.copyOf(world.log.subList(from, to));
        }

        /** The names of what happened. */
        public List<String> names() {
            return happened().stream().map(it -> EventTypes.name(it.getClass())).toList();
        }

        /** The decision beside the first event that happened. */
        public Object decision() {
            EventMessage<?> first = world.messages.get(from);
            assertThat(first.getMetaData()).containsKey(Gate.DECISION).doesNotContainKey(Context.KEY);
            return first.getMetaData().get(Gate.DECISION);
        }

        /** The whole scenario, to go on with. */
        public Scenario scenario() {
            return Scenario.this;
        }
    }

    /** These lists, one after the other. */
    @SafeVarargs
    public static List<DomainEvent> all(List<? extends DomainEvent>... lists) {
        List<DomainEvent> all = new ArrayList<>();
        for (List<? extends DomainEvent> list : lists) {
            all.addAll(list);
        }
        return all;
    }
}
