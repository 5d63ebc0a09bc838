package dev.berth.infra.store;

import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.command.AbandonedUnitOfWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.commandhandling.CommandResultMessage;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Carries commands out.
 *
 * <p>Owns: that each try has a unit of work of its own, and that lost races are tried again. Does not own: the decision.
 * Invariants: every try has the same context but for what an abandoned one adds to it, so it makes the same ids; the
 * number of tries and their time are bounded. On failure: what can't be reached, and a race that was lost too often, is
 * refused as {@code UNAVAILABLE}; of a broken connection it is not known whether the command was carried out. Anything
 * else is thrown.
 */
public final class CommandDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(CommandDispatcher.class);
    private static final int MOST_RACES = 12;
    private static final int MOST_ABANDONED = 32;
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final CommandBus bus;
    private final AppendQueue queue;
    private final OwnWrites ownWrites;
    private final CommandMetrics metrics;
    private final long budgetNanos;

    /** Over a bus that handles commands in the caller's thread; tries end after {@code budget}. */
    CommandDispatcher(CommandBus bus, AppendQueue queue, OwnWrites ownWrites, CommandMetrics metrics, Duration budget) {
        this.bus = bus;
        this.queue = queue;
        this.ownWrites = ownWrites;
        this.metrics = metrics;
        this.budgetNanos = budget.toNanos();
    }

    /**
     * An outcome, and how far it can be seen.
     *
     * @param behind   whether some reader does not show it yet although it was waited for; reads will wait for that
     * @param appended what it appended, in order
     */
    public record Answer<T>(Outcome<T> outcome, boolean behind, List<DomainEventMessage<?>> appended) {}

    /** Carries out a command of a tenant without waiting for readers: the tenant's next reads do. */
    public <T> Answer<T> dispatchForTenant(Command command, Context context) {
        WriteTicket ticket = ownWrites.open();
        Outcome<T> outcome;
        try {
            outcome = measured(command, context, null, ticket, Map.of());
        } finally {
            ownWrites.close();
        }
        return new Answer<>(
                outcome,
                !ownWrites.answered(ticket, command.tenantId(), context.caller().session()),
                ticket.events());
    }

    /** Carries out a command without waiting for readers. */
    public <T> Outcome<T> dispatch(Object command, Context context) {
        return dispatch(command, context, null);
    }

    /**
     * Carries out a command without waiting for readers.
     *
     * @param cause the id of the event that led to it, if one did
     */
    public <T> Outcome<T> dispatch(Object command, Context context, @Nullable String cause) {
        return measured(command, context, cause, null, Map.of());
    }

    /** Carries out a command and waits until all readers show it, for a bounded time. */
    public <T> Answer<T> dispatchAndWait(Object command, Context context) {
        return dispatchAndWait(command, context, Map.of());
    }

    /**
     * The same, with what the handler needs besides and no log or event may see.
     *
     * @param beside goes into the command's metadata
     */
    public <T> Answer<T> dispatchAndWait(Object command, Context context, Map<String, String> beside) {
        WriteTicket ticket = ownWrites.open();
        Outcome<T> outcome;
        try {
            outcome = measured(command, context, null, ticket, beside);
        } finally {
            ownWrites.close();
        }
        return new Answer<>(outcome, !ownWrites.await(ticket, context.caller().session()), ticket.events());
    }

    /**
     * Decides a command as if it were to be carried out, and keeps nothing: neither events nor the record of a refusal.
     *
     * @param beside goes into the command's metadata
     * @return the outcome, and what would have been appended
     */
    @SuppressWarnings("unchecked") // Handlers answer outcomes.
    public <T> Answer<T> rehearse(Command command, Context first, Map<String, String> beside) {
        Context context = first;
        long end = System.nanoTime() + budgetNanos;
        for (int tries = 0; ; tries++) {
            Tried<T> tried = once(command, context, null, beside, true);
            if (tried.outcome() != null) {
                return new Answer<>(tried.outcome(), false, List.of());
            }
            Throwable failure = Objects.requireNonNull(tried.failure());
            Rehearsal rehearsal = Rehearsal.in(failure);
            if (rehearsal != null) {
                List<DomainEventMessage<?>> events = new ArrayList<>();
                rehearsal.events().forEach(event -> events.add((DomainEventMessage<?>) event));
                return new Answer<>(
                        (Outcome<T>) Objects.requireNonNull(rehearsal.result()), false, List.copyOf(events));
            }
            Failures.Kind kind = Failures.kind(failure);
            boolean mayPass = kind == Failures.Kind.LOST_RACE || kind == Failures.Kind.ABANDONED;
            if (!mayPass || tries == MOST_RACES || System.nanoTime() > end) {
                return new Answer<>(giveUp(command, context, kind, failure), false, List.of());
            }
            if (kind == Failures.Kind.ABANDONED) {
                context = abandonment(failure).next(context);
            } else {
                pause(tries);
            }
        }
    }

    /** Whether what this thread decides is only rehearsed. */
    public static boolean isRehearsing() {
        Turn turn = Turn.current();
        return turn != null && turn.rehearsed();
    }

    private <T> Outcome<T> measured(
            Object command,
            Context context,
            @Nullable String cause,
            @Nullable WriteTicket ticket,
            Map<String, String> beside) {
        if (CurrentUnitOfWork.isStarted() || TransactionSynchronizationManager.isActualTransactionActive()) {
            // It would be answered before it is durable, and its locks would last as long as the outer work.
            throw new IllegalStateException("A command is not sent from within a unit of work or a transaction");
        }
        long start = System.nanoTime();
        String result = "failed";
        try {
            Outcome<T> outcome = tries(command, context, cause, ticket, start + budgetNanos, beside);
            result = CommandMetrics.name(outcome);
            return outcome;
        } finally {
            metrics.finished(command, result, System.nanoTime() - start);
        }
    }

    private <T> Outcome<T> tries(
            Object command,
            Context first,
            @Nullable String cause,
            @Nullable WriteTicket ticket,
            long end,
            Map<String, String> beside) {
        Context context = first;
        int races = 0;
        int abandoned = 0;
        while (true) {
            Tried<T> tried = once(command, context, cause, beside, false);
            if (tried.outcome() != null) {
                return tried.outcome();
            }
            if (ticket != null) {
                ticket.cancel();
            }
            Throwable failure = Objects.requireNonNull(tried.failure());
            Failures.Kind kind = Failures.kind(failure);
            boolean again = switch (kind) {
                case LOST_RACE -> ++races <= MOST_RACES && System.nanoTime() < end;
                case ABANDONED -> ++abandoned <= MOST_ABANDONED && System.nanoTime() < end;
                case UNAVAILABLE, MISTAKE -> false;
            };
            if (!again) {
                return giveUp(command, context, kind, failure);
            }
            metrics.repeated(kind);
            if (kind == Failures.Kind.ABANDONED) {
                context = abandonment(failure).next(context);
            } else {
                pause(races);
            }
        }
    }

    /** What came of one try: an outcome that is durable, or a failure. */
    private record Tried<T>(
            @Nullable Outcome<T> outcome, @Nullable Throwable failure) {}

    private <T> Tried<T> once(
            Object command, Context context, @Nullable String cause, Map<String, String> beside, boolean rehearsed) {
        CommandMessage<Object> message = new GenericCommandMessage<>(
                command, Correlation.metadata(command, context, cause).mergedWith(beside));
        ResultHolder<T> holder = new ResultHolder<>();
        Turn turn = Turn.begin(queue, rehearsed);
        CommandResultMessage<Outcome<T>> result;
        try {
            result = DecisionClock.at(context.now(), () -> {
                bus.dispatch(message, holder);
                return holder.result();
            });
        } finally {
            turn.end();
        }
        Throwable failure = result.isExceptional() ? result.exceptionResult() : null;
        if (failure == null || Failures.kind(failure) == Failures.Kind.MISTAKE) {
            // A mistake, too, may come from something that was then lost.
            try {
                turn.finish();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        return failure == null ? new Tried<>(result.getPayload(), null) : new Tried<>(null, failure);
    }

    private static <T> Outcome<T> giveUp(Object command, Context context, Failures.Kind kind, Throwable failure) {
        if (kind == Failures.Kind.MISTAKE) {
            throw failure instanceof RuntimeException unchecked
                    ? unchecked
                    : new IllegalStateException(command.getClass().getSimpleName() + " failed", failure);
        }
        LOG.atWarn()
                .addKeyValue("command", command.getClass().getSimpleName())
                .addKeyValue("requestId", context.requestId())
                .addKeyValue("kind", kind)
                .addKeyValue("reason", failure.getMessage())
                .log("A command was not carried out");
        String detail = kind == Failures.Kind.UNAVAILABLE
                ? "The store can't be reached for the moment. The call may have been carried out; repeat it with the"
                        + " same key."
                : "Too many calls change the same resources at the moment; nothing was changed.";
        return Outcome.refused(new Problem(ErrorCode.UNAVAILABLE, detail, Map.of()));
    }

    private static AbandonedUnitOfWork abandonment(Throwable failure) {
        Throwable cause = failure;
        while (!(cause instanceof AbandonedUnitOfWork)) {
            cause = Objects.requireNonNull(cause.getCause());
        }
        return (AbandonedUnitOfWork) cause;
    }

    private static void pause(int races) {
        long longest = Math.min(LONGEST_PAUSE_NANOS, SHORTEST_PAUSE_NANOS << Math.min(races, 10));
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest));
    }
}
