package dev.berth.infra.directory;

import static dev.berth.infra.directory.History.POOL;
import static dev.berth.infra.directory.History.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.iam.Role;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.api.iam.TokenEvent.TokenRevoked;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.infra.iam.TokenHash;
import dev.berth.infra.store.EventHead;
import dev.berth.query.Delivered;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Over a real PostgreSQL, with the event store and the read tables that the application has. */
class DirectoryFollowerTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final TestDatabase database = TestDatabase.fresh();
    private final StoredSource source = database.source();
    private final Directories directories = new Directories(source::stream);
    private final List<String> applied = Collections.synchronizedList(new ArrayList<>());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable DirectoryFollower follower;

    @AfterEach
    void close() {
        if (follower != null) {
            follower.close();
        }
        database.close();
    }

    @Test
    void loadsTheReadTablesAndFollowsFromTheirPosition() {
        database.append(token("tok_1", "one"), token("tok_2", "two"));
        database.project();
        database.append(new TokenRevoked("tok_2", TENANT), token("tok_3", "three"));
        DirectoryFollower started = start(source);
        until(started::ready);
        assertThat(known("one")).isTrue();
        assertThat(known("two")).as("revoked after the read tables' position").isFalse();
        assertThat(known("three")).isTrue();
        assertThat(applied).as("what the tables held was not read again").containsExactly("tok_2/1", "tok_3/0");

        database.append(new TokenRevoked("tok_1", TENANT));
        until(() -> applied.contains("tok_1/1"));
        assertThat(known("one"))
                .as("from the moment that it is told to be applied")
                .isFalse();
        assertThat(started.behind()).isFalse();
    }

    @Test
    void tablesThatAreAheadOfTheirPositionChangeNothing() {
        database.append(token("tok_1", "one"), new TokenRevoked("tok_1", TENANT));
        database.project();
        database.forgetPosition();
        until(start(source)::ready);
        assertThat(applied).containsExactly("tok_1/0", "tok_1/1");
        assertThat(known("one")).isFalse();
    }

    @Test
    void whoWaitsIsLoadedToo() {
        History history = new History();
        history.waits("inst_1", History.shape(2));
        database.append(history.all().stream().map(Delivered::event).toArray(DomainEvent[]::new));
        database.project();
        until(start(source)::ready);
        assertThat(directories.waiting().find("inst_1"))
                .hasValueSatisfying(waiting -> assertThat(waiting.shape()).isEqualTo(History.shape(2)));
        database.append(
                new NodeRegistered(
                        "node_1",
                        TENANT,
                        POOL,
                        "ann",
                        "n",
                        DriverKind.SIMULATED,
                        null,
                        new Capacity(8, 64, 640, 0),
                        "h"),
                new NodeReady("node_1", TENANT, POOL));
        until(() -> directories.nodeRoom().olderOneFits(POOL));
    }

    @Test
    void aLostDatabaseIsTriedAgainFromWhereItStopped() {
        AtomicInteger failures = new AtomicInteger();
        Faulty faulty = new Faulty(source) {
            @Override
            public BlockingStream<TrackedEventMessage<?>> open(@Nullable TrackingToken after) {
                if (failures.incrementAndGet() <= 2) {
                    throw new IllegalStateException("The connection was refused");
                }
                return failures.get() == 3 ? breakingAfterOne(super.open(after)) : super.open(after);
            }
        };
        database.append(token("tok_1", "one"), token("tok_2", "two"), token("tok_3", "three"));
        until(start(faulty)::ready);
        assertThat(failures.get()).isGreaterThan(3);
        assertThat(applied).containsExactly("tok_1/0", "tok_2/0", "tok_3/0");
    }

    @Test
    void itIsBehindWhileItCantRead() {
        CountDownLatch opened = new CountDownLatch(1);
        Faulty stuck = new Faulty(source) {
            @Override
            public BlockingStream<TrackedEventMessage<?>> open(@Nullable TrackingToken after) {
                BlockingStream<TrackedEventMessage<?>> events = super.open(after);
                try {
                    assertThat(opened.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return events;
            }
        };
        DirectoryFollower started = start(stuck);
        database.append(token("tok_1", "one"));
        assertThat(started.behind()).as("not ready").isTrue();
        until(() -> started.lag().toMillis() > 1_000);
        opened.countDown();
        until(() -> !started.behind());
        assertThat(known("one")).isTrue();
    }

    @Test
    void anEventThatCantBeTakenInIsPassedOver() {
        database.append(new TokenRevoked("tok_poison", TENANT), token("tok_1", "one"));
        until(start(source)::ready);
        assertThat(known("one")).isTrue();
        assertThat(meters.counter("berth.directories.passed.over").count()).isEqualTo(1);
        assertThat(applied).as("nobody waits for it for ever").contains("tok_poison/0");
    }

    private DirectoryFollower start(DirectorySource from) {
        EventHead head = database.head();
        DirectoryFollower started = new DirectoryFollower(
                directories,
                from,
                (reader, stream, sequence) -> {
                    assertThat(reader).isEqualTo("directories");
                    applied.add(stream + "/" + sequence);
                },
                head::behind,
                meters);
        follower = started;
        started.start();
        return started;
    }

    private boolean known(String secret) {
        return directories.tokens().caller(secret, NOW).isPresent();
    }

    private static TokenCreated token(String id, String secret) {
        return new TokenCreated(id, TENANT, "operator", "ann", Set.of(Role.MEMBER), false, null, TokenHash.of(secret));
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 20 s").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static BlockingStream<TrackedEventMessage<?>> breakingAfterOne(
            BlockingStream<TrackedEventMessage<?>> events) {
        return new BlockingStream<>() {
            private boolean given;

            @Override
            public Optional<TrackedEventMessage<?>> peek() {
                return events.peek();
            }

            @Override
            public boolean hasNextAvailable(int timeout, TimeUnit unit) throws InterruptedException {
                return events.hasNextAvailable(timeout, unit);
            }

            @Override
            public TrackedEventMessage<?> nextAvailable() throws InterruptedException {
                if (given) {
                    throw new IllegalStateException("The connection was lost");
                }
                given = true;
                return events.nextAvailable();
            }

            @Override
            public void close() {
                events.close();
            }
        };
    }

    /** The real source, on which tests let things go wrong. */
    private abstract static class Faulty implements DirectorySource {
        private final DirectorySource real;

        Faulty(DirectorySource real) {
            this.real = real;
        }

        @Override
        public @Nullable TrackingToken load(Consumer<DSLContext> tables) {
            return real.load(tables);
        }

        @Override
        public BlockingStream<TrackedEventMessage<?>> open(@Nullable TrackingToken after) {
            return real.open(after);
        }

        @Override
        public List<Delivered> stream(String streamId) {
            return real.stream(streamId);
        }
    }
}
