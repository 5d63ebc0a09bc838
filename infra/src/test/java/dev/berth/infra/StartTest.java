package dev.berth.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A Java that is too old is told so. */
class StartTest {
    private static final int JAVA_17 = 61;

    /** Where this class was compiled to, or is packed. */
    private static Path classes() throws Exception {
        return Path.of(
                Start.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void itRunsWhereTheRestDoesNot() throws IOException {
        assertThat(version("Start")).isEqualTo(JAVA_17);
        assertThat(version("Berth")).isGreaterThan(JAVA_17);
    }

    private static int version(String name) throws IOException {
        try (DataInputStream in = new DataInputStream(Start.class.getResourceAsStream(name + ".class"))) {
            in.readInt();
            in.readUnsignedShort();
            return in.readUnsignedShort();
        }
    }

    @Test
    void java17IsToldInOneSentence() throws Exception {
        Optional<Path> java = java17();
        assumeTrue(java.isPresent(), "No JDK 17 is installed here in /usr/lib/jvm, or named by JAVA17_HOME");
        Process process =
                new ProcessBuilder(java.get().toString(), "-cp", classes().toString(), "dev.berth.infra.Start").start();
        process.getOutputStream().close();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(text(process.getErrorStream().readAllBytes()).strip())
                .matches("Berth needs Java 21 or newer, and this is Java 17 \\(.*\\)\\.");
        assertThat(text(process.getInputStream().readAllBytes())).isEmpty();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Optional<Path> java17() throws IOException {
        String named = System.getenv("JAVA17_HOME");
        if (named != null) {
            return Optional.of(Path.of(named, "bin", "java"));
        }
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(all)) {
            return homes.filter(StartTest::is17)
                    .map(home -> home.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    private static boolean is17(Path home) {
        try {
            return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"17");
        } catch (IOException e) {
            return false;
        }
    }
}
