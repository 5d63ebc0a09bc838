package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the README tells a newcomer to type does what it says. Its {@code sh} blocks are run in their order by one shell,
 * against a new server with the demo; only the ports and the folder are the test's.
 */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("^```sh\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final String BETWEEN = "=== next block ===";
    private static final int SECONDS = 120;

    private static BerthServer server;

    @BeforeAll
    static void startAsANewcomerDoes() {
        server = BerthServer.start(BerthServer.temporary(), "--berth.demo=true");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private record Ran(String block, String output) {}

    @Test
    void everyBlockWorks() throws Exception {
        List<String> blocks = blocks();
        List<String> printed = run(blocks);

        assertThat(printed).allSatisfy(it -> assertThat(it).doesNotContain("urn:berth:error"));
        Function<String, String> answer = part -> {
            List<Integer> calling = IntStream.range(0, blocks.size())
                    .filter(i -> blocks.get(i).contains(part))
                    .boxed()
                    .toList();
            assertThat(calling).as("blocks with %s", part).hasSize(1);
            return printed.get(calling.getFirst());
        };
        assertThat(answer.apply("\"my-first\""))
                .contains("\"state\":\"running\"", "\"nodeId\":\"node_", "\"address\":\"10.77.0.1\"");
        assertThat(answer.apply("instances/resize"))
                .contains("\"state\":\"stopped\"", "\"memoryGiB\":4", "\"desiredState\":\"running\"");
        assertThat(answer.apply("quotas/list")).contains("\"resource\":\"vcpu\",\"max\":32,\"used\":2");
        assertThat(answer.apply("events/list"))
                .contains("instance.created", "instance.scheduled", "instance.stopped", "instance.resized");
        assertThat(answer.apply("\"resource\": \"vcpu\"")).contains("\"state\":\"deleted\"", "\"used\":0");
        assertThat(answer.apply("iam/tokens/create")).contains("\"token\":\"berth_");
        volumes(answer);
    }

    private static void volumes(Function<String, String> answer) {
        assertThat(answer.apply("\"my-volume\""))
                .contains("\"placement\":\"provider\"", "\"state\":\"pending\",\"desiredState\":\"attached\"");
        assertThat(answer.apply("'\"state\":\"attached\"'"))
                .contains("\"device\":\"/dev/disk/by-id/scsi-0DO_Volume_data\"", "\"observedSizeGiB\":10");
        assertThat(answer.apply("providerSnapshots/restore")).contains("\"sizeGiB\":20", "\"state\":\"ready\"");
        assertThat(answer.apply("/v2/volumes"))
                .contains("\"resource\":\"diskGiB\",\"max\":500,\"used\":30", "\"size_gigabytes\":20");
        assertThat(answer.apply("providerSnapshots/delete")).contains("\"state\":\"deleted\"");
    }

    private static List<String> blocks() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        List<String> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(readme);
        while (found.find()) {
            blocks.add(found.group(1));
        }
        assertThat(blocks).hasSizeGreaterThan(5);
        return blocks;
    }

    /** Runs the blocks in one shell, as someone at a terminal does; the first failure ends it. */
    private static List<String> run(List<String> blocks) throws Exception {
        Path folder = server.dataDir().getParent();
        Path output = folder.resolve("readme.out");
        Path script = Files.writeString(
                folder.resolve("readme.sh"),
                "set -euo pipefail\n" + here(String.join("printf '" + BETWEEN + "'\n", blocks)));
        Process shell = new ProcessBuilder("bash", script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = shell.waitFor(SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly().waitFor();
        }
        List<String> printed = List.of(Files.readString(output).split(BETWEEN, -1));
        assertThat(ended ? shell.exitValue() : -1)
                .as("%s%nprinted:%n%s", blocks.get(printed.size() - 1), printed.getLast())
                .isZero();
        assertThat(printed).hasSameSizeAs(blocks);
        return printed;
    }

    /** The data directory is {@code data} beside the script, as the README has it; the ports are the test's. */
    private static String here(String script) {
        URI base = server.base();
        return script.replace("http://127.0.0.1:8080", base.toString())
                .replace("http://127.0.0.1:8081", server.simulator().toString());
    }
}
