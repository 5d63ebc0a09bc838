package dev.berth.infra.store;

import dev.berth.api.DomainEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.jspecify.annotations.Nullable;

/**
 * Lets a caller see its own writes: either the answer to a command waits until every reader that shows what it appended
 * has taken it in, or the reads of its tenant that begin after the answer do.
 *
 * <p>Owns: who waits for which stream at which reader. Does not own: the readers' work. Invariants: a wait is registered
 * before its events can be seen, so none is missed; a reader that nobody waits for pays a look into an empty map. On
 * failure: waits are bounded; what is still missing then is remembered for the session, whose reads wait for it. Of a
 * tenant at most {@value #MOST_OUTSTANDING} writes are answered before they are shown; further ones wait first.
 */
public final class OwnWrites {
    private static final int MOST_OUTSTANDING = 1_000;

    private final Duration patience;
    private final List<Reader> readers = new CopyOnWriteArrayList<>();
    private final Map<Class<?>, List<Reader>> interested = new ConcurrentHashMap<>();
    private final Map<String, Set<WriteTicket>> sessions = new ConcurrentHashMap<>();
    private final Map<String, Outstanding> tenants = new ConcurrentHashMap<>();
    private volatile Runnable hurry = () -> {};
    private final ThreadLocal<@Nullable WriteTicket> current = new ThreadLocal<>();

    /**
     * Waits.
     *
     * @param patience how long an answer or a read waits at most
     */
    public OwnWrites(Duration patience) {
        this.patience = patience;
    }

    /** Writes of one tenant that were answered before they were shown, the oldest first. */
    private static final class Outstanding {
        /** With the session that wrote it. */
        private final Map<WriteTicket, String> tickets = new LinkedHashMap<>();

        synchronized void add(WriteTicket ticket, String session) {
            tickets.put(ticket, session);
        }

        synchronized boolean isEmptyWithout(WriteTicket gone) {
            tickets.remove(gone);
            return tickets.isEmpty();
        }

        synchronized List<WriteTicket> all() {
            return List.copyOf(tickets.keySet());
        }

        synchronized boolean has(String session) {
            return tickets.containsValue(session);
        }

        synchronized int size() {
            return tickets.size();
        }

        /** How long the oldest has been waited for, in nanoseconds. */
        synchronized long age() {
            return tickets.isEmpty() ? 0 : tickets.keySet().iterator().next().age();
        }
    }

    /** To be run whenever somebody begins to wait: readers should look at once. */
    void onWait(Runnable readers) {
        hurry = readers;
    }

    /** Somebody who takes events in: a projection, a directory, the feed. Threads may share it. */
    public final class Reader implements AutoCloseable {
        private final String name;
        private final List<Class<? extends DomainEvent>> vocabularies;
        final Map<String, Expectation> waiting = new ConcurrentHashMap<>();

        private Reader(String name, Collection<Class<? extends DomainEvent>> vocabularies) {
            this.name = name;
            this.vocabularies = List.copyOf(vocabularies);
        }

        /**
         * To be called once the event at this place of the stream is shown: after the commit of the transaction that took
         * it in. Of several events of one stream the last one is enough. To be called as well for an event that goes to
         * the dead letters, for nobody shall wait for it.
         */
        public void applied(String streamId, long sequence) {
            if (!waiting.isEmpty() && waiting.containsKey(streamId)) {
                waiting.computeIfPresent(streamId, (stream, first) -> first.reached(sequence));
            }
        }

        /** The name it was registered under. */
        public String name() {
            return name;
        }

        /** Takes it away; whoever waits for it is let go. */
        @Override
        public void close() {
            readers.remove(this);
            interested.clear();
            waiting.keySet().forEach(stream -> applied(stream, Long.MAX_VALUE));
        }

        private boolean shows(Class<?> event) {
            return vocabularies.stream().anyMatch(vocabulary -> vocabulary.isAssignableFrom(event));
        }
    }

    /** One wait at one reader for one stream, and the next one for the same stream there. */
    record Expectation(
            WriteTicket ticket, long sequence, @Nullable Expectation next) {
        /** The waits that remain once this place is reached; null if none do. */
        @Nullable
        Expectation reached(long place) {
            Expectation rest = next == null ? null : next.reached(place);
            if (sequence <= place) {
                ticket.arrived();
                return rest;
            }
            return rest == next ? this : new Expectation(ticket, sequence, rest);
        }

        /** The waits without those of one ticket. */
        @Nullable
        Expectation without(WriteTicket gone) {
            Expectation rest = next == null ? null : next.without(gone);
            return ticket == gone ? rest : new Expectation(ticket, sequence, rest);
        }
    }

    /**
     * Registers a reader.
     *
     * @param vocabularies the sealed interfaces of the events that it shows
     */
    public Reader register(String name, Collection<Class<? extends DomainEvent>> vocabularies) {
        Reader reader = new Reader(name, vocabularies);
        readers.add(reader);
        interested.clear();
        return reader;
    }

    /** Begins to note what this thread appends. */
    WriteTicket open() {
        WriteTicket ticket = new WriteTicket();
        current.set(ticket);
        return ticket;
    }

    /** Ends what {@link #open} began. */
    void close() {
        current.remove();
    }

    /** What the thread is about to append; to be called before anyone can see it. */
    void expect(List<? extends EventMessage<?>> events) {
        WriteTicket ticket = current.get();
        if (ticket == null) {
            return;
        }
        for (EventMessage<?> event : events) {
            if (event instanceof DomainEventMessage<?> domainEvent) {
                ticket.appending(domainEvent);
            }
        }
        // Backwards, since the last event of a stream stands for all of them.
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i) instanceof DomainEventMessage<?> event) {
                for (Reader reader : interestedIn(event.getPayloadType())) {
                    ticket.expect(reader, EventInsert.stream(event), event.getSequenceNumber());
                }
            }
        }
    }

    private List<Reader> interestedIn(Class<?> event) {
        return interested.computeIfAbsent(
                event,
                type -> readers.stream().filter(reader -> reader.shows(type)).toList());
    }

    /** Waits until all of it is shown; false if it is not within the patience, which the session then has to know. */
    boolean await(WriteTicket ticket, String session) {
        if (awaitAll(List.of(ticket))) {
            return true;
        }
        // Added under the map's lock, so that a set which awaitSession finds empty and drops is not added to.
        Set<WriteTicket> behind = Objects.requireNonNull(sessions.compute(session, (key, known) -> {
            Set<WriteTicket> now = known == null ? ConcurrentHashMap.newKeySet() : known;
            now.add(ticket);
            return now;
        }));
        if (ticket.isDone()) {
            behind.remove(ticket);
            return true;
        }
        return false;
    }

    /**
     * The write is answered now; the tenant's reads wait for it. False if the readers are so far behind that the session's
     * reads can't be expected to succeed, which the answer has to say.
     */
    boolean answered(WriteTicket ticket, String tenantId, String session) {
        Outstanding outstanding = tenants.compute(tenantId, (tenant, known) -> {
            Outstanding now = known == null ? new Outstanding() : known;
            now.add(ticket, session);
            return now;
        });
        ticket.whenDone(() ->
                tenants.computeIfPresent(tenantId, (tenant, known) -> known.isEmptyWithout(ticket) ? null : known));
        if (outstanding.size() > MOST_OUTSTANDING) {
            return awaitAll(List.of(ticket));
        }
        return outstanding.age() < patience.toNanos();
    }

    /**
     * To be called before a read: waits for what was written for this tenant and answered before. Costs next to nothing if
     * all of it is shown. Somebody else's writes are waited for as well, but do not keep anyone from reading what is shown.
     *
     * @return false if the read would not show something that this session has written, so that it must be refused
     */
    public boolean awaitTenant(String tenantId, String session) {
        Outstanding outstanding = tenants.get(tenantId);
        return outstanding == null || awaitAll(outstanding.all()) || !outstanding.has(session);
    }

    private boolean awaitAll(List<WriteTicket> tickets) {
        long end = System.nanoTime() + patience.toNanos();
        for (WriteTicket ticket : tickets) {
            if (ticket.await(0)) {
                continue;
            }
            hurry.run();
            if (!ticket.await(end - System.nanoTime())) {
                return false;
            }
        }
        return true;
    }

    /**
     * To be called before a read: waits for what this session was told to be still behind. Costs next to nothing if that
     * is nothing.
     *
     * @return false if the read would not show what the session has written, so that it must be refused
     */
    public boolean awaitSession(String session) {
        Set<WriteTicket> behind = sessions.get(session);
        if (behind == null) {
            return true;
        }
        long end = System.nanoTime() + patience.toNanos();
        for (WriteTicket ticket : behind) {
            if (!ticket.await(end - System.nanoTime())) {
                return false;
            }
            behind.remove(ticket);
        }
        sessions.computeIfPresent(session, (key, rest) -> rest.isEmpty() ? null : rest);
        return true;
    }

    /** How many sessions have been told that something they wrote is not shown yet. */
    public int sessionsBehind() {
        return sessions.size();
    }

    /** How long waits last at most, in milliseconds. */
    public long patienceMillis() {
        return TimeUnit.NANOSECONDS.toMillis(patience.toNanos());
    }
}
