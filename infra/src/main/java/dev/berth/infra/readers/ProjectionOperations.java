package dev.berth.infra.readers;

import dev.berth.api.DomainEvent;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.projection.DeadLetterView;
import dev.berth.api.projection.ParkedSagaView;
import dev.berth.api.projection.ProjectionView;
import dev.berth.api.projection.ProjectionView.State;
import dev.berth.api.projection.RetriedLetters;
import dev.berth.api.projection.RetriedSaga;
import dev.berth.api.projection.VerifiedProjection;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.infra.directory.DirectorySource;
import dev.berth.infra.http.Operations;
import dev.berth.infra.http.ProblemException;
import dev.berth.infra.queue.SagaRepairs;
import dev.berth.infra.queue.SagaRows;
import dev.berth.query.ReadTable;
import dev.berth.query.feed.FeedProjection;
import dev.berth.query.feed.FeedVerification;
import dev.berth.query.projection.Balance;
import dev.berth.query.projection.DeadLetters;
import dev.berth.query.projection.Projection;
import dev.berth.query.projection.ReadTables;
import dev.berth.query.projection.RebuildableProjection;
import dev.berth.query.projection.Verification;
import dev.berth.query.projection.ViewsProjection;
import dev.berth.query.usage.UsageProjection;
import dev.berth.query.usage.UsageVerification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.serialization.Serializer;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The read models under an operator's hands.
 *
 * <p>Owns: which of them is being made anew, at most one try of each at a time. Does not own: the readers that serve.
 * Invariants: at a start, what another version has made is made anew, and what was being made anew goes on. On failure:
 * see {@link Rebuild}.
 */
public final class ProjectionOperations implements Operations, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectionOperations.class);
    private static final Duration TO_CATCH_UP = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final int BALANCE_LOOKS = 20;
    private static final int EXAMPLES = 20;
    private static final List<Class<? extends DomainEvent>> METERED =
            List.of(InstanceEvent.class, VolumeEvent.class, SnapshotEvent.class);

    private final Map<String, Reader> readers;
    private final Map<String, RebuildableProjection> rebuildable;
    private final Map<String, Rebuild> rebuilds = new ConcurrentHashMap<>();
    private final Rebuild.Parts parts;
    private final DeadLetters letters;
    private final DirectorySource streams;
    private final SagaRows sagas;
    private final SagaRepairs repairs;

    /**
     * @param readers     those that serve, all of them
     * @param rebuildable the projections of those whose tables can be made anew
     */
    public ProjectionOperations(
            List<Reader> readers,
            List<RebuildableProjection> rebuildable,
            Rebuild.Parts parts,
            DeadLetters letters,
            DirectorySource streams,
            SagaRows sagas,
            SagaRepairs repairs) {
        this.readers = readers.stream().collect(Collectors.toMap(Reader::name, it -> it, (a, b) -> a, TreeMap::new));
        this.rebuildable = rebuildable.stream().collect(Collectors.toMap(RebuildableProjection::name, it -> it));
        this.parts = parts;
        this.letters = letters;
        this.streams = streams;
        this.sagas = sagas;
        this.repairs = repairs;
    }

    /**
     * What rebuilds need.
     *
     * @param serializer has written the tokens of the readers
     * @param head       the position of the newest event
     * @param readers    starts a reader of a projection
     */
    public static Rebuild.Parts parts(
            DSLContext sql,
            TransactionManager transactions,
            Serializer serializer,
            LongSupplier head,
            Function<Projection, Reader> readers) {
        return new Rebuild.Parts(
                sql, transactions, new ReaderTokens(sql, serializer), new RebuildRows(sql), head, readers);
    }

    /** Goes on with what was under way, and makes anew what another version has made. */
    public void start() {
        for (RebuildableProjection projection : rebuildable.values()) {
            int madeBy = parts.rows().madeBy(projection);
            Integer underWay = parts.rows().underWay(projection.name()).orElse(null);
            if (madeBy != projection.version()) {
                LOG.atInfo()
                        .addKeyValue("projection", projection.name())
                        .addKeyValue("from", madeBy)
                        .addKeyValue("to", projection.version())
                        .log("A read model has another version and is made anew");
            }
            if (underWay != null || madeBy != projection.version()) {
                begin(projection, underWay == null || underWay != projection.version());
            }
        }
    }

    private boolean begin(RebuildableProjection projection, boolean anew) {
        Rebuild rebuild = new Rebuild(parts, projection);
        if (rebuilds.putIfAbsent(projection.name(), rebuild) != null) {
            return false;
        }
        try {
            if (anew) {
                rebuild.beginAnew();
            }
        } catch (RuntimeException e) {
            rebuilds.remove(projection.name());
            throw e;
        }
        Thread.ofPlatform().name("rebuild-" + projection.name()).daemon(true).start(() -> {
            try {
                rebuild.run();
            } finally {
                rebuilds.remove(projection.name());
            }
        });
        return true;
    }

    @Override
    public List<ProjectionView> projections() {
        Map<String, Long> dead = letters.count();
        return readers.values().stream()
                .map(it -> view(it, dead.getOrDefault(it.name(), 0L)))
                .toList();
    }

    private ProjectionView view(Reader reader, long dead) {
        long head = parts.head().getAsLong();
        long position = reader.position();
        Rebuild rebuild = rebuilds.get(reader.name());
        RebuildableProjection projection = rebuildable.get(reader.name());
        State state = rebuild != null ? State.REBUILDING : reader.caughtUp() ? State.RUNNING : State.BEHIND;
        return new ProjectionView(
                reader.name(),
                position,
                Math.max(head, position),
                Math.max(0, head - position),
                state,
                dead,
                projection == null ? 1 : projection.version(),
                rebuild == null ? null : rebuild.position(),
                rebuild == null ? null : rebuild.message());
    }

    @Override
    public Outcome<ProjectionView> rebuild(String name) {
        Reader reader = readers.get(name);
        if (reader == null) {
            return Outcome.refused(unknown(name));
        }
        RebuildableProjection projection = rebuildable.get(name);
        if (projection == null) {
            return Outcome.refused(Problem.unsupported(
                    "rebuild", "Positions of " + name + " are given once and for ever; it can't be made anew."));
        }
        if (!begin(projection, true)) {
            return Outcome.refused(Problem.invalidState(name + " is being made anew already.", "rebuilding"));
        }
        LOG.atInfo().addKeyValue("projection", name).log("A read model is to be made anew");
        return Outcome.done(view(reader, letters.count().getOrDefault(name, 0L)));
    }

    @Override
    public Outcome<VerifiedProjection> verify(String name) {
        Reader reader = readers.get(name);
        if (reader == null) {
            return Outcome.refused(unknown(name));
        }
        long head = parts.head().getAsLong();
        if (!awaitPosition(name, head, TO_CATCH_UP)) {
            throw ProblemException.unavailable("The read model is too far behind to be compared. Ask again.");
        }
        Findings findings = new Findings();
        switch (name) {
            case ViewsProjection.NAME -> views(findings);
            case UsageProjection.NAME ->
                METERED.forEach(vocabulary -> findings.add(UsageVerification.verify(
                        parts.sql(), new Streams(parts.sql()).of(vocabulary), streams::stream)));
            case FeedProjection.NAME ->
                findings.add(FeedVerification.verify(parts.sql(), new StoredEvents(streams, head)));
            default -> {
                return Outcome.refused(Problem.unsupported("verify", "There is nothing to compare " + name + " with."));
            }
        }
        return Outcome.done(
                new VerifiedProjection(name, findings.compared, findings.differences, List.copyOf(findings.examples)));
    }

    private void views(Findings findings) {
        Verification verification = new Verification(parts.sql(), streams::stream);
        for (ReadTable<?, ? extends DomainEvent> table : ReadTables.all()) {
            List<String> ids = new ArrayList<>();
            new Streams(parts.sql()).of(table.vocabulary()).forEach(ids::addAll);
            findings.add(verification.verify(table, ids));
        }
        balance()
                .forEach(it -> findings.differ(
                        it.holder() + " says that " + it.said() + " is taken, but it is " + it.found()));
    }

    /** What does not add up at every one of several looks: readers of several streams are never at one moment. */
    private Set<Balance.Difference> balance() {
        Set<Balance.Difference> lasting = new HashSet<>(Balance.differences(parts.sql()));
        for (int i = 1; i < BALANCE_LOOKS && !lasting.isEmpty(); i++) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            lasting.retainAll(Balance.differences(parts.sql()));
        }
        return lasting;
    }

    /** Waits until a read model has come to this position; whether it has. */
    public boolean awaitPosition(String name, long position, Duration most) {
        Reader reader = readers.get(name);
        long end = System.nanoTime() + most.toNanos();
        while (reader != null && reader.position() < position) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return true;
    }

    /** The position of the newest event. */
    public long head() {
        return parts.head().getAsLong();
    }

    @Override
    public List<DeadLetterView> deadLetters(int limit) {
        return letters.list(limit).stream()
                .map(it -> new DeadLetterView(
                        it.processingGroup(), it.streamId(), it.letters(), it.eventType(), it.cause(), it.since()))
                .toList();
    }

    @Override
    public Outcome<RetriedLetters> retryLetters(String name, String resourceId) {
        return letters.knows(name)
                ? Outcome.done(new RetriedLetters(name, resourceId, letters.retry(name, resourceId)))
                : Outcome.refused(unknown(name));
    }

    @Override
    public List<ParkedSagaView> parkedSagas(int limit) {
        return sagas.parked(limit).stream()
                .map(it -> new ParkedSagaView(it.resourceId(), it.type(), it.error(), it.parkedAt(), it.retries()))
                .toList();
    }

    @Override
    public Outcome<RetriedSaga> retrySaga(String resourceId) {
        if (sagas.parked(Integer.MAX_VALUE).stream()
                .noneMatch(it -> it.resourceId().equals(resourceId))) {
            return Outcome.refused(Problem.notFound("parked saga", "saga/" + resourceId));
        }
        try {
            repairs.resync(resourceId);
        } catch (RuntimeException e) {
            return Outcome.refused(Problem.invalidState(
                    "The saga still can't be built; it stays parked: "
                            + e.getClass().getSimpleName() + ".",
                    "parked"));
        }
        return Outcome.done(new RetriedSaga(resourceId));
    }

    private static Problem unknown(String name) {
        return Problem.notFound("read model", "projection/" + name);
    }

    @Override
    public void close() {
        rebuilds.values().forEach(Rebuild::close);
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (!rebuilds.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private static final class Findings {
        private long compared;
        private long differences;
        private final List<String> examples = new ArrayList<>();

        void add(Verification.Result result) {
            compared += result.compared();
            differences += result.differences();
            result.examples().stream()
                    .limit(Math.max(0, EXAMPLES - examples.size()))
                    .forEach(examples::add);
        }

        void differ(@Nullable String what) {
            differences++;
            if (examples.size() < EXAMPLES && what != null) {
                examples.add(what);
            }
        }
    }
}
