package dev.berth.infra.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final int FEW = 10;

    private final JournalWriter writer = new JournalWriter("test-journal");

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        writer.close();
    }

    private Journal journal(String name) {
        return new Journal(directory.resolve(name).resolve("a.jsonl"), "header", FEW, writer);
    }

    private static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> read(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        journal(name).read(lines::add);
        return lines;
    }

    @Test
    void journalsOfOneWriterKeepTheirOwnLines() throws IOException {
        Journal one = journal("one");
        Journal two = journal("two");
        for (int i = 0; i < 5; i++) {
            one.append(bytes("one " + i));
            two.append(bytes("two " + i));
        }
        one.append(bytes("last")).join();
        two.append(bytes("last")).join();
        assertThat(read("one")).containsExactly("one 0", "one 1", "one 2", "one 3", "one 4", "last");
        assertThat(read("two")).startsWith("two 0").endsWith("last");
        one.close();
        two.close();
    }

    @Test
    void whatIsMostlyHistoryIsWrittenAnewAndGoesOn() throws IOException {
        Journal journal = journal("one");
        for (int i = 0; i < FEW; i++) {
            journal.append(bytes("old " + i));
            journal.shorten(() -> List.of(bytes("never")));
        }
        journal.append(bytes("old"));
        journal.shorten(() -> List.of(bytes("all")));
        journal.append(bytes("new")).join();
        assertThat(read("one")).containsExactly("all", "new");
        journal.close();
    }

    @Test
    void whatIsMostlyNewIsLeftAsItIs() throws IOException {
        Journal journal = journal("one");
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i <= 2 * FEW; i++) {
            all.add(bytes("new " + i));
            journal.append(all.getLast()).join();
            journal.shorten(() -> all.stream().map(it -> bytes("again")).toList());
        }
        assertThat(read("one")).hasSize(2 * FEW + 1).doesNotContain("again");
        journal.close();
    }

    @Test
    void afterAFailureNothingIsWrittenUntilItIsReadAgain() throws IOException {
        Files.createFile(directory.resolve("one"));
        Journal journal = journal("one");
        assertThatThrownBy(() -> journal.append(bytes("lost")).join()).isInstanceOf(CompletionException.class);
        assertThat(journal.broken()).isTrue();
        Files.delete(directory.resolve("one"));
        assertThatThrownBy(() -> journal.append(bytes("lost too")).join()).hasMessageContaining("An earlier change");
        Journal again = journal("one");
        again.append(bytes("kept")).join();
        assertThat(read("one")).containsExactly("kept");
        again.close();
    }

    @Test
    void whatIsGivenToAClosedWriterFails() {
        writer.close();
        assertThatThrownBy(() -> journal("one").append(bytes("late")).join()).hasMessageContaining("being stopped");
    }

    @Test
    void aDirectoryHasOneHolder() {
        try (DirectoryLock lock = DirectoryLock.take(directory, "tests")) {
            assertThatThrownBy(() -> DirectoryLock.take(directory, "tests"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Another process tests in " + directory);
            assertThat(lock).isNotNull();
        }
        DirectoryLock.take(directory, "tests").close();
    }
}
