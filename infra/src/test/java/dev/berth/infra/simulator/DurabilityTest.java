package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a restart leaves. */
class DurabilityTest {

    @TempDir
    private Path directory;

    @Test
    void everythingIsTheSameAfterARestart() {
        try (SimulatedApi api = new SimulatedApi(directory)) {
            long droplet = api.runningDroplet("web-1");
            String volume = api.volume("data");
            api.attach(volume, droplet);
            api.settle();
            api.post("/v2/volumes/" + volume + "/snapshots", "{'name':'s','tags':['keep']}");
            String vpc = api.vpc("net", "atl1");
            api.post("/v2/nfs", "{'name':'files','size_gib':50,'region':'atl1','vpc_ids':['" + vpc + "']}");
            api.settle();
            api.delete("/v2/volumes/" + api.volume("gone"));
            api.limits("{'volumes':7}");
            List<String> paths = List.of(
                    "/v2/account",
                    "/v2/actions",
                    "/v2/droplets",
                    "/v2/volumes",
                    "/v2/snapshots",
                    "/v2/nfs",
                    "/v2/vpcs",
                    "/v2/tags");
            List<JsonNode> before =
                    paths.stream().map(it -> stable(api.get(it))).toList();
            api.restart();
            List<JsonNode> after = paths.stream().map(it -> stable(api.get(it))).toList();
            assertThat(after).isEqualTo(before);
            assertThat(api.post("/v2/volumes/" + volume + "/snapshots", "{'name':'t'}")
                            .status())
                    .isEqualTo(429);
            assertThat(api.droplet("web-2")).isGreaterThan(droplet);
        }
    }

    private static JsonNode stable(SimulatedApi.Reply reply) {
        return reply.body();
    }

    @Test
    void whatRanGoesOnByTheTimeOnTheWall() {
        try (SimulatedApi api = new SimulatedApi(directory)) {
            api.latency("{'actionMs':5000,'vanishMs':1000}");
            long droplet = api.droplet("web-1");
            String vpc = api.vpc("net", "atl1");
            String share = api.post(
                            "/v2/nfs", "{'name':'files','size_gib':50,'region':'atl1','vpc_ids':['" + vpc + "']}")
                    .at("/share/id")
                    .asString();
            api.pass(2000);
            api.restart();
            assertThat(status(api, droplet)).isEqualTo("new");
            assertThat(api.act(droplet, "{'type':'power_off'}").status()).isEqualTo(422);
            api.pass(3000);
            assertThat(status(api, droplet)).isEqualTo("active");
            assertThat(api.get("/v2/nfs/" + share).at("/share/status").asString())
                    .isEqualTo("ACTIVE");
            String volume = api.volume("data");
            long action = api.attach(volume, droplet).at("/action/id").asLong();
            String began =
                    api.get("/v2/actions/" + action).at("/action/started_at").asString();
            api.stop();
            api.pass(60_000);
            api.restart();
            JsonNode ended = api.get("/v2/actions/" + action).at("/action");
            assertThat(ended.path("status").asString()).isEqualTo("completed");
            assertThat(java.time.Instant.parse(ended.path("completed_at").asString()))
                    .isEqualTo(java.time.Instant.parse(began).plusSeconds(5));
            assertThat(api.get("/v2/volumes/" + volume)
                            .at("/volume/droplet_ids/0")
                            .asLong())
                    .isEqualTo(droplet);
            api.delete("/v2/droplets/" + droplet);
            api.pass(5500);
            api.restart();
            assertThat(api.get("/v2/volumes/" + volume)
                            .at("/volume/droplet_ids")
                            .size())
                    .isEqualTo(1);
            api.pass(500);
            assertThat(api.get("/v2/volumes/" + volume)
                            .at("/volume/droplet_ids")
                            .size())
                    .isZero();
        }
    }

    private static String status(SimulatedApi api, long droplet) {
        return api.get("/v2/droplets/" + droplet).at("/droplet/status").asString();
    }

    @Test
    void anUnfinishedLastLineIsForgotten() throws IOException {
        Path file = directory.resolve(Account.FILE);
        try (SimulatedApi api = new SimulatedApi(directory)) {
            api.volume("one");
            api.stop();
            Files.writeString(file, "{\"puts\":[{\"kind\":\"volu", StandardOpenOption.APPEND);
            api.restart();
            assertThat(api.get("/v2/volumes").at("/meta/total").asInt()).isEqualTo(1);
            api.volume("two");
            api.restart();
            assertThat(api.get("/v2/volumes").at("/meta/total").asInt()).isEqualTo(2);
        }
    }

    @Test
    void otherDamageIsAnErrorThatNamesTheLine() throws IOException {
        Path file = directory.resolve(Account.FILE);
        try (SimulatedApi api = new SimulatedApi(directory)) {
            api.volume("one");
        }
        Files.writeString(file, "rubbish\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> new SimulatedApi(directory).close()).cause().hasMessageContaining("damaged in line 3");
        Files.writeString(file, "another file\n that is long enough to hold a header of the simulator's journal\n");
        assertThatThrownBy(() -> new SimulatedApi(directory).close())
                .cause()
                .hasMessageContaining("no journal of the simulator");
    }

    @Test
    void aDirectoryHasOneSimulator() {
        try (SimulatedApi api = new SimulatedApi(directory)) {
            assertThat(api.get("/v2/account").status()).isEqualTo(200);
            assertThatThrownBy(() -> new SimulatedApi(directory).close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Another process");
        }
    }

    @Test
    void anAccountWithMuchHistoryKeepsWhatItIs() throws IOException {
        Tables changing = new Tables();
        try (Account account = account(changing, 20)) {
            for (int i = 1; i <= 200; i++) {
                int actionMs = i;
                account.carryOut(now -> {
                    changing.put(changing.settings().withLatency(actionMs, null, 0, 0, 0));
                    changing.put(new Tag("tag-" + actionMs % 3));
                    return Answer.empty(204);
                });
            }
        }
        assertThat(Files.readAllLines(directory.resolve(Account.FILE))).hasSizeLessThan(40);
        Tables again = new Tables();
        account(again, 20).close();
        assertThat(again.settings().actionMs()).isEqualTo(200);
        assertThat(again.tags()).extracting(Tag::name).containsExactlyInAnyOrder("tag-0", "tag-1", "tag-2");
    }

    private Account account(Tables tables, int fewLines) {
        return new Account(directory, tables, new Passage(tables, new Router()), InstantSource.system(), fewLines);
    }
}
