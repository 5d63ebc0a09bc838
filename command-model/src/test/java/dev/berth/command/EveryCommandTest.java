package dev.berth.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.account.AccountObservation;
import dev.berth.api.instance.InstanceObservation;
import dev.berth.api.network.NetworkObservation;
import dev.berth.api.node.NodeObservation;
import dev.berth.api.snapshot.SnapshotObservation;
import dev.berth.api.volume.VolumeObservation;
import dev.berth.command.instance.ImageSource;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A command or observation that no test asks for is a hole. */
class EveryCommandTest {
    @Test
    void everyCommandThatIsHandledIsAskedForInSomeTest() throws IOException, URISyntaxException {
        List<String> tests = tests();
        assertThat(new World(ImageSource.CATALOGUE).handled).isNotEmpty().allSatisfy(command -> {
            String name = command.getName().replace('.', '/');
            assertThat(tests).as("tests that use %s", command).anyMatch(test -> test.contains(name));
        });
    }

    @Test
    void everyObservationIsHandled() {
        List<Class<?>> observations = Stream.of(
                        InstanceObservation.class,
                        NodeObservation.class,
                        AccountObservation.class,
                        NetworkObservation.class,
                        VolumeObservation.class,
                        SnapshotObservation.class)
                .<Class<?>>flatMap(it -> Arrays.stream(it.getPermittedSubclasses()))
                .toList();
        assertThat(new World(ImageSource.CATALOGUE).handled).containsAll(observations);
    }

    /** The compiled tests, as texts, in which the names of the classes they use can be found. */
    private static List<String> tests() throws IOException, URISyntaxException {
        Path root = Path.of(EveryCommandTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(it -> it.getFileName().toString().endsWith("Test.class"))
                    .map(EveryCommandTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
