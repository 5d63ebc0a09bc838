package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A simulator in a process of its own, and what a kill of it leaves. */
class SimulatorProcessTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private record Running(Process process, URI uri) implements AutoCloseable {

        static Running start(Path directory) throws IOException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            SimulatorMain.class.getName(),
                            "--dir=" + directory)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(SimulatorMain.READY)) {
                    Thread.ofVirtual().start(() -> out.lines().forEach(more -> {}));
                    return new Running(process, URI.create(line.substring(SimulatorMain.READY.length())));
                }
            }
            throw new AssertionError("It ended before it was ready");
        }

        HttpResponse<String> call(String method, String path, String body) throws IOException {
            try {
                return CLIENT.send(
                        HttpRequest.newBuilder(uri.resolve(path))
                                .method(method, BodyPublishers.ofString(body.replace('\'', '"')))
                                .header("Authorization", "Bearer dop_v1_test")
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.ofString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }

        JsonNode json(String method, String path, String body) throws IOException {
            HttpResponse<String> answer = call(method, path, body);
            assertThat(answer.statusCode() / 100).as("%s", answer.body()).isEqualTo(2);
            return JSON.readTree(answer.body());
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }

        @Override
        public void close() {
            kill();
        }
    }

    @Test
    void killedWhileItWorksItKeepsAllThatItAnsweredAndEndsWhatItBegan(@TempDir Path directory) throws IOException {
        Set<String> answered = ConcurrentHashMap.newKeySet();
        Set<String> lost = ConcurrentHashMap.newKeySet();
        String volume;
        long action;
        try (Running first = Running.start(directory)) {
            long droplet = first.json(
                            "POST", "/v2/droplets", "{'name':'a','size':'s-1vcpu-1gb','image':'x','region':'nyc3'}")
                    .at("/droplet/id")
                    .asLong();
            until(() -> first.json("GET", "/v2/droplets/" + droplet, "")
                    .at("/droplet/status")
                    .asString()
                    .equals("active"));
            volume = first.json("POST", "/v2/volumes", "{'name':'data','size_gigabytes':1,'region':'nyc3'}")
                    .at("/volume/id")
                    .asString();
            first.json("POST", "/_simulator/latency", "{'actionMs':3000}");
            action = first.json(
                            "POST",
                            "/v2/volumes/" + volume + "/actions",
                            "{'type':'attach','droplet_id':" + droplet + "}")
                    .at("/action/id")
                    .asLong();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Semaphore some = new Semaphore(16);
                for (int i = 0; i < 1000; i++) {
                    String name = "v" + i;
                    threads.execute(() -> create(first, name, some, answered, lost));
                }
                until(() -> answered.size() >= 100);
                first.kill();
            }
        }
        assertThat(answered).hasSizeLessThan(1000);
        assertThat(answered.size() + lost.size()).isEqualTo(1000);

        try (Running second = Running.start(directory)) {
            Set<String> kept = new HashSet<>();
            int total = 0;
            String next = "/v2/volumes?per_page=200";
            while (!next.isEmpty()) {
                JsonNode page = second.json("GET", next, "");
                List<String> names = page.path("volumes")
                        .valueStream()
                        .map(it -> it.path("name").asString())
                        .toList();
                kept.addAll(names);
                total += names.size();
                String url = page.at("/links/pages/next").asString("");
                next = url.isEmpty()
                        ? ""
                        : url.substring(second.uri().toString().length());
            }
            assertThat(kept).hasSize(total).containsAll(answered);
            until(() -> second.json("GET", "/v2/actions/" + action, "")
                    .at("/action/status")
                    .asString()
                    .equals("completed"));
            assertThat(second.json("GET", "/v2/volumes/" + volume, "")
                            .at("/volume/droplet_ids")
                            .size())
                    .isEqualTo(1);
        }
    }

    private static void create(Running simulator, String name, Semaphore some, Set<String> answered, Set<String> lost) {
        some.acquireUninterruptibly();
        try {
            int status = simulator
                    .call("POST", "/v2/volumes", "{'name':'%s','size_gigabytes':1,'region':'nyc3'}".formatted(name))
                    .statusCode();
            (status == 201 ? answered : lost).add(name);
        } catch (IOException e) {
            lost.add(name);
        } finally {
            some.release();
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void until(Condition condition) throws IOException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("within 20 s").isLessThan(end);
            LockSupport.parkNanos(2_000_000);
        }
    }
}
