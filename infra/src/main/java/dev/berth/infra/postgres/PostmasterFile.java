package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the server processes that belong to one database folder. A number in {@code postmaster.pid} proves nothing: after
 * a crash or in a new container it can be anyone's, so a process counts only if it is a postgres working in this folder.
 */
final class PostmasterFile {

    private static final Path PROC = Path.of("/proc");

    private final Path database;

    /** @param database the server's own folder, without symbolic links */
    PostmasterFile(Path database) {
        this.database = database;
    }

    Path path() {
        return database.resolve("postmaster.pid");
    }

    /** The pid in the file, whoever's that is now; empty without a readable file. */
    Optional<Long> pid() {
        try {
            List<String> lines = Files.readAllLines(path(), StandardCharsets.UTF_8);
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Long.parseLong(lines.getFirst().strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The living server of this folder that the file names. */
    Optional<ProcessHandle> postmaster() {
        return pid().flatMap(ProcessHandle::of).filter(this::isOurs);
    }

    /** Every living server process of this folder: also those whose parent was killed. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::isOurs).toList();
    }

    /** Whether the process runs; one that has ended but was not waited for yet (a zombie) does not. */
    static boolean isRunning(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat =
                    Files.readString(PROC.resolve(Long.toString(process.pid())).resolve("stat"));
            return !stat.substring(stat.lastIndexOf(')') + 1).strip().startsWith("Z");
        } catch (IOException e) {
            return !Files.isDirectory(PROC.resolve("self")) && process.isAlive();
        }
    }

    private boolean isOurs(ProcessHandle process) {
        if (!isRunning(process)) {
            return false;
        }
        if (Files.isDirectory(PROC.resolve("self"))) {
            Path entry = PROC.resolve(Long.toString(process.pid()));
            try {
                return Files.readString(entry.resolve("comm")).strip().equals("postgres")
                        && Files.readSymbolicLink(entry.resolve("cwd")).equals(database);
            } catch (IOException e) {
                return false;
            }
        }
        return process.info()
                .commandLine()
                .filter(line -> line.contains("postgres") && line.contains(database.toString()))
                .isPresent();
    }
}
