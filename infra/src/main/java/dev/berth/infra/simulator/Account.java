package dev.berth.infra.simulator;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.berth.infra.journal.DirectoryLock;
import dev.berth.infra.journal.Journal;
import dev.berth.infra.journal.JournalWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one account: lets one request at a time act on it, lets time pass before each, and answers once all is on disk.
 *
 * <p>Owns: the lock, the time, the directory.<br>
 * Does not own: what requests and time do ({@link Passage} and the families), HTTP ({@link Api}).<br>
 * Invariants: an answer tells nothing that a crash could undo. Time does not go back. What was running ends at the time
 * that was stored with it, also while the process was down.<br>
 * On failure: a change that can't be stored is answered with an error, and so is everything after it.
 */
final class Account implements AutoCloseable {

    static final String FILE = "account.jsonl";
    static final int FEW_LINES = 20_000;
    private static final String HEADER = "{\"format\":\"simulated-digitalocean\",\"revision\":1}";
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final ReentrantLock lock = new ReentrantLock();
    private final Tables tables;
    private final Passage passage;
    private final InstantSource clock;
    private final DirectoryLock directoryLock;
    private final JournalWriter writer = new JournalWriter("simulator-journal");
    private final Journal journal;
    private CompletableFuture<Void> lastChange = CompletableFuture.completedFuture(null);
    private long lastNow;

    /**
     * @param directory its own; made if it is missing
     * @param fewLines a journal that is no longer is not written anew
     * @throws IllegalStateException when another process has the directory
     * @throws UncheckedIOException when it can't be used
     */
    Account(Path directory, Tables tables, Passage passage, InstantSource clock, int fewLines) {
        this.tables = tables;
        this.passage = passage;
        this.clock = clock;
        this.directoryLock = DirectoryLock.take(directory, "simulates the account");
        this.journal = new Journal(directory.resolve(FILE), HEADER, fewLines, writer);
        try {
            journal.read(line -> tables.replay(JSON.readValue(line, Tables.Change.class)));
        } catch (IOException e) {
            writer.close();
            directoryLock.close();
            throw new UncheckedIOException("Can't read what the simulator remembers in " + directory, e);
        }
    }

    /**
     * Lets the operation read and change the tables, at the time that it is given.
     *
     * @return what it returned or refused with, once everything that it can have seen is durable
     * @throws java.util.concurrent.CompletionException when it can't be stored
     */
    Answer carryOut(LongFunction<Answer> operation) {
        CompletableFuture<Void> durable;
        Answer answer;
        lock.lock();
        try {
            long now = Math.max(lastNow, clock.millis());
            lastNow = now;
            passage.until(now);
            try {
                answer = operation.apply(now);
            } catch (Refused refused) {
                answer = refused.answer();
            } finally {
                durable = store();
            }
        } finally {
            lock.unlock();
        }
        durable.join();
        return answer;
    }

    private CompletableFuture<Void> store() {
        Tables.Change change = tables.takeChange();
        if (change.isNothing()) {
            // What was read may be on its way to the disk.
            return lastChange;
        }
        lastChange = journal.append(JSON.writeValueAsBytes(change));
        journal.shorten(() -> tables.everything()
                .map(entity -> JSON.writeValueAsBytes(new Tables.Change(List.of(entity), List.of())))
                .toList());
        return lastChange;
    }

    /** Stores what was begun, and gives the directory free. */
    @Override
    public void close() {
        writer.close();
        journal.close();
        directoryLock.close();
    }
}
