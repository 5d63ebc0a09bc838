package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The user this process runs as. {@code user.name} is no help: it is "?" for a user id without an account. */
final class ProcessUser {

    private static final Path SELF = Path.of("/proc/self");

    private ProcessUser() {}

    /** The name as {@link Files#getOwner} spells it; empty where there is no {@code /proc}. */
    static Optional<String> name() {
        if (!Files.exists(SELF)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.getOwner(SELF.toRealPath()).getName());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static boolean isRoot() {
        return name().orElse(System.getProperty("user.name", "")).equals("root");
    }
}
