package dev.berth.infra.simulator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

    static final int FEW_LINES = 20_000;
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final ReentrantLock lock = new ReentrantLock();
    private final Tables tables;
    private final Passage passage;
    private final InstantSource clock;
    private final FileChannel directoryLock;
    private final Journal journal;
    private CompletableFuture<Void> lastChange = CompletableFuture.completedFuture(null);
    private long lastNow;
    private int lines;
    private final int fewLines;
    private int rewriteFrom;

    /**
     * @param directory its own; made if it is missing
     * @param fewLines a journal that is no longer is not written anew
     * @throws IllegalStateException when another process has the directory
     * @throws UncheckedIOException when it can't be used
     */
    Account(Path directory, Tables tables, Passage passage, InstantSource clock, int fewLines) {
        this.fewLines = fewLines;
        this.rewriteFrom = fewLines;
        this.tables = tables;
        this.passage = passage;
        this.clock = clock;
        this.directoryLock = lock(directory);
        try {
            this.journal = new Journal(directory, line -> {
                tables.replay(JSON.readValue(line, Tables.Change.class));
                lines++;
            });
        } catch (IOException e) {
            release();
            throw new UncheckedIOException("Can't read what the simulator remembers in " + directory, e);
        }
    }

    private static FileChannel lock(Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel file =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean mine = false;
            try {
                mine = file.tryLock() != null;
            } catch (OverlappingFileLockException e) {
                // Another simulator in this same process has it.
            } finally {
                if (!mine) {
                    file.close();
                }
            }
            if (!mine) {
                throw new IllegalStateException("Another process simulates the account in " + directory);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("Can't use the directory of the simulated account, " + directory, e);
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
        lines++;
        if (lines > rewriteFrom) {
            List<byte[]> all = tables.everything()
                    .map(entity -> JSON.writeValueAsBytes(new Tables.Change(List.of(entity), List.of())))
                    .toList();
            journal.rewrite(all);
            lines = all.size();
            rewriteFrom = Math.max(fewLines, 4 * lines);
        }
        return lastChange;
    }

    private void release() {
        try {
            directoryLock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't release the directory of the simulated account", e);
        }
    }

    /** Stores what was begun, and gives the directory free. */
    @Override
    public void close() {
        journal.close();
        release();
    }
}
