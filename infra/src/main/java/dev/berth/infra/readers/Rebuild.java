package dev.berth.infra.readers;

import dev.berth.query.projection.Failures;
import dev.berth.query.projection.Projection;
import dev.berth.query.projection.RebuildableProjection;
import dev.berth.query.projection.ShadowTables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.TrackingToken;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a projection's tables anew while the old ones serve.
 *
 * <p>Owns: the second tables, the reader that fills them, and the moment of the swap. Does not own: the serving reader,
 * which goes on and is only held off for that moment. Invariants: the new tables take the place of the old ones, with what
 * is put aside and the version, in one transaction, and only when they hold everything that the old ones do; whoever reads
 * meanwhile waits, at most for {@value #LOCK_MILLIS} ms, and does not fail. On failure: it is tried again, from where it
 * was; a start goes on with it, or begins anew where its tables are of another version.
 */
public final class Rebuild implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Rebuild.class);
    /** Less than PostgreSQL takes to find a deadlock, so that it is the swap that gives way. */
    private static final int LOCK_MILLIS = 500;

    private static final int NEAR = 500;
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration TO_COVER = Duration.ofMillis(500);
    private static final Duration BEFORE_NEXT_SWAP = Duration.ofMillis(250);
    private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(5);
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** What a rebuild needs of the deployment; made by {@link ProjectionOperations#parts}. */
    public record Parts(
            DSLContext sql,
            TransactionManager transactions,
            ReaderTokens tokens,
            RebuildRows rows,
            LongSupplier head,
            Function<Projection, Reader> readers) {}

    private final Parts parts;
    private final RebuildableProjection serving;
    private final ShadowTables shadow;
    private volatile boolean closed;
    private volatile @Nullable Reader second;
    private volatile @Nullable String message;

    Rebuild(Parts parts, RebuildableProjection serving) {
        this.parts = parts;
        this.serving = serving;
        this.shadow = new ShadowTables(parts.sql(), serving);
    }

    /** Up to where the new tables have come. */
    long position() {
        Reader reader = second;
        return reader == null ? 0 : reader.position();
    }

    /** What went wrong last; null for nothing. */
    @Nullable
    String message() {
        return message;
    }

    /** Ends it for now; the next start goes on. */
    void close() {
        closed = true;
    }

    @Override
    public void run() {
        while (!closed) {
            try {
                attempt();
                return;
            } catch (RuntimeException e) {
                if (closed) {
                    return;
                }
                message = Failures.brief(e);
                LOG.atWarn()
                        .addKeyValue("projection", serving.name())
                        .addKeyValue("reason", message)
                        .log("Making a read model anew failed; trying again");
                LockSupport.parkNanos(BEFORE_NEXT_TRY.toNanos());
            }
        }
    }

    private void attempt() {
        long begun = System.nanoTime();
        if (!shadow.begun()) {
            beginAnew();
        }
        Reader reader = parts.readers().apply(shadow.projection());
        second = reader;
        try {
            BooleanSupplier near = () -> reader.caughtUp() && parts.head().getAsLong() - reader.position() < NEAR;
            await(near);
            index();
            await(near);
            while (!closed && !swapped(reader)) {
                LockSupport.parkNanos(BEFORE_NEXT_SWAP.toNanos());
            }
        } finally {
            second = null;
            reader.close();
        }
        if (!closed) {
            message = null;
            parts.transactions().executeInTransaction(() -> parts.tokens().delete(shadow.reader()));
            LOG.atInfo()
                    .addKeyValue("projection", serving.name())
                    .addKeyValue(
                            "millis",
                            Duration.ofNanos(System.nanoTime() - begun).toMillis())
                    .log("A read model was made anew");
        }
    }

    /** Throws away what an earlier rebuild has left, since another version is to be made. */
    void beginAnew() {
        parts.transactions().executeInTransaction(() -> {
            shadow.create();
            parts.tokens().delete(shadow.reader());
            parts.rows().began(serving);
        });
    }

    private void await(BooleanSupplier condition) {
        while (!closed && !condition.getAsBoolean()) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** An index of a large table takes longer than a statement of a request may. */
    private void index() {
        if (closed) {
            return;
        }
        parts.sql().connection(connection -> {
            DSLContext session = DSL.using(connection);
            session.execute("set statement_timeout = 0");
            try {
                new ShadowTables(session, serving).index();
            } finally {
                session.execute("reset statement_timeout");
            }
        });
    }

    private boolean swapped(Reader reader) {
        try {
            return parts.transactions().fetchInTransaction(() -> swap(reader));
        } catch (DataAccessException e) {
            if (e.getCause(SQLException.class) instanceof SQLException cause
                    && LOCK_NOT_AVAILABLE.equals(cause.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private boolean swap(Reader reader) {
        parts.sql().execute("set local lock_timeout = " + LOCK_MILLIS);
        List<TrackingToken> reached = parts.tokens().hold(serving.name());
        long end = System.nanoTime() + TO_COVER.toNanos();
        while (!reached.stream().allMatch(reader::covers)) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
        parts.tokens().hold(shadow.reader());
        shadow.swap();
        parts.tokens().takeOverLetters(shadow.reader(), serving.name());
        parts.rows().ended(serving);
        // Nobody is between its token and its rows now, so what is forgotten stays forgotten.
        serving.forget();
        return true;
    }
}
