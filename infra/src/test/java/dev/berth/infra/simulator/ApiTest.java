package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.infra.host.SimulatorServer;
import dev.berth.infra.simulator.SimulatedApi.Reply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is the same for every path: tokens, headers, pages, limits; and the door for tests. */
class ApiTest {

    private static final String DATA = "{'name':'data','size_gigabytes':10,'region':'nyc3'}";

    private SimulatedApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = new SimulatedApi(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private int volumes() {
        return api.get("/v2/volumes").at("/meta/total").asInt();
    }

    private static void eventually(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 20 s").isLessThan(end);
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void onlyPersonalTokensAreKnownAndAllAreOfOneAccount() {
        api.volume("data");
        for (String unknown : List.of("", "Bearer ", "Bearer dop_v1_", "Bearer doo_v1_x", "Basic dop_v1_x")) {
            Reply refused = api.call("GET", "/v2/volumes", "", unknown);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.at("/id").asString()).isEqualTo("unauthorized");
            assertThat(refused.message()).isEqualTo("Unable to authenticate you");
        }
        assertThat(api.call("GET", "/v2/volumes", "", "Bearer dop_v1_another")
                        .at("/meta/total")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void everyAnswerSaysWhoItIsAndHowMuchIsLeft() {
        List<Reply> replies = List.of(
                api.get("/v2/account"),
                api.get("/v2/nothing"),
                api.call("GET", "/v2/account", "", ""),
                api.delete("/v2/volumes/" + api.volume("data")));
        assertThat(replies).extracting(Reply::status).containsExactly(200, 404, 401, 204);
        for (Reply reply : replies) {
            assertThat(reply.header("x-request-id")).hasSize(36);
            assertThat(reply.header("ratelimit-limit")).isEqualTo("5000");
            assertThat(reply.header("ratelimit-remaining")).isEqualTo("5000");
            assertThat(Long.parseLong(reply.header("ratelimit-reset"))).isGreaterThan(1_700_000_000L);
        }
        assertThat(replies).extracting(reply -> reply.header("x-request-id")).doesNotHaveDuplicates();
        assertThat(api.get("/v2/nothing").at("/id").asString()).isEqualTo("not_found");
    }

    @Test
    void listsComeInPagesThatNameTheNext() {
        for (int i = 0; i < 45; i++) {
            api.volume("v" + i);
        }
        List<String> names = new ArrayList<>();
        String next = "/v2/volumes?region=nyc3";
        int pages = 0;
        while (next != null) {
            Reply page = api.get(next);
            assertThat(page.at("/meta/total").asInt()).isEqualTo(45);
            page.at("/volumes").forEach(volume -> names.add(volume.path("name").asString()));
            String url = page.at("/links/pages/next").asString("");
            next = url.isEmpty() ? null : url.substring(api.uri().toString().length());
            pages++;
        }
        assertThat(pages).isEqualTo(3);
        assertThat(names).hasSize(45).doesNotHaveDuplicates();
        Reply last = api.get("/v2/volumes?page=3");
        assertThat(last.at("/links/pages").propertyNames()).containsExactly("first", "prev");
        Reply first = api.get("/v2/volumes");
        assertThat(first.at("/links/pages").propertyNames()).containsExactly("next", "last");
        Reply whole = api.get("/v2/volumes?per_page=1000");
        assertThat(whole.at("/volumes").size()).isEqualTo(45);
        assertThat(whole.at("/links").isObject()).isTrue();
        assertThat(whole.at("/links").size()).isZero();
        assertThat(api.get("/v2/volumes?page=9").at("/volumes").size()).isZero();
    }

    @Test
    void aLimitPerMinuteHoldsForEachToken() {
        api.limits("{'perMinute':3}");
        for (int i = 0; i < 3; i++) {
            assertThat(api.get("/v2/account").status()).isEqualTo(200);
            api.pass(1000);
        }
        Reply over = api.post("/v2/volumes", DATA);
        assertThat(over.status()).isEqualTo(429);
        assertThat(over.at("/id").asString()).isEqualTo("too_many_requests");
        assertThat(over.header("retry-after")).isEqualTo("57");
        assertThat(over.header("ratelimit-remaining")).isEqualTo("0");
        assertThat(api.call("GET", "/v2/account", "", "Bearer dop_v1_another").status())
                .isEqualTo(200);
        api.pass(57_000);
        assertThat(volumes()).isZero();
        assertThat(api.get("/v2/account").status()).isEqualTo(429);
    }

    @Test
    void aLimitPerHourIsToldAndHasNoRetryAfter() {
        api.limits("{'perHour':2}");
        assertThat(api.get("/v2/account").header("ratelimit-remaining")).isEqualTo("1");
        assertThat(api.get("/v2/account").header("ratelimit-remaining")).isEqualTo("0");
        Reply over = api.get("/v2/account");
        assertThat(over.status()).isEqualTo(429);
        assertThat(over.header("ratelimit-limit")).isEqualTo("2");
        assertThat(over.header("retry-after")).isEmpty();
        api.limits("{}");
        assertThat(api.get("/v2/account").status()).isEqualTo(200);
    }

    @Test
    void aDroppedAnswerWasCarriedOut() {
        api.fault("[{'method':'POST','path':'/v2/volumes','times':1,'effect':'dropAnswer'}]");
        assertThatThrownBy(() -> api.tryCall("POST", "/v2/volumes", DATA, "Bearer " + SimulatedApi.TOKEN))
                .isInstanceOf(IOException.class);
        assertThat(volumes()).isEqualTo(1);
        assertThat(api.post("/v2/volumes", DATA).status()).isEqualTo(409);
    }

    @Test
    void aStatusOrALimitIsAnsweredWithoutCarryingOut() {
        api.fault("[{'method':'POST','path':'/v2/vol*','times':2,'effect':'status','status':422,"
                + "'message':'Droplet already has a pending event.'},"
                + "{'method':'POST','path':'/v2/volumes','effect':'rateLimit'},"
                + "{'method':'POST','path':'/v2/volumes','effect':'status'}]");
        for (int i = 0; i < 2; i++) {
            Reply refused = api.post("/v2/volumes", DATA);
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.message()).isEqualTo("Droplet already has a pending event.");
        }
        Reply limited = api.post("/v2/volumes", DATA);
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.header("retry-after")).isEqualTo("1");
        assertThat(limited.header("ratelimit-remaining")).isEqualTo("0");
        assertThat(api.post("/v2/volumes", DATA).status()).isEqualTo(500);
        assertThat(volumes()).isZero();
        assertThat(api.post("/v2/volumes", DATA).status()).isEqualTo(201);
    }

    @Test
    void aDelayedRequestIsCarriedOutLaterEvenIfNobodyWaitsAndKeepsNobodyWaiting() throws Exception {
        api.fault("{'method':'POST','path':'/v2/volumes','effect':'delay','delayMs':1500}");
        HttpRequest impatient = HttpRequest.newBuilder(api.uri().resolve("/v2/volumes"))
                .header("Authorization", "Bearer " + SimulatedApi.TOKEN)
                .timeout(Duration.ofMillis(200))
                .POST(HttpRequest.BodyPublishers.ofString(DATA.replace('\'', '"')))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThatThrownBy(() -> client.send(impatient, BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class);
        }
        assertThat(volumes()).isZero();
        eventually(() -> volumes() == 1);
    }

    @Test
    void aLateAnswerWasCarriedOutAtOnce() throws Exception {
        api.fault("{'method':'POST','path':'/v2/volumes','effect':'lateAnswer','delayMs':3000}");
        CompletableFuture<Reply> answer = CompletableFuture.supplyAsync(() -> api.post("/v2/volumes", DATA));
        eventually(() -> volumes() == 1);
        assertThatThrownBy(() -> answer.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(reply(answer).status()).isEqualTo(201);
    }

    private static Reply reply(CompletableFuture<Reply> answer) throws ExecutionException, InterruptedException {
        return answer.get();
    }

    @Test
    void faultsAreShownAndCleared() {
        api.fault("{'method':'GET','path':'/v2/account','times':2,'effect':'delay','delayMs':5}");
        assertThat(api.get("/_simulator/faults").at("/items/0").toString())
                .isEqualTo("{\"method\":\"GET\",\"path\":\"/v2/account\",\"times\":2,\"effect\":\"delay\","
                        + "\"delayMs\":5}");
        api.get("/v2/account");
        assertThat(api.get("/_simulator/faults").at("/items/0/times").asInt()).isEqualTo(1);
        assertThat(api.delete("/_simulator/faults").status()).isEqualTo(204);
        assertThat(api.get("/_simulator/faults").at("/items").size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "faults | nonsense | not JSON",
                "faults | [] | 1 to 1000",
                "faults | {'path':'/v2/x','effect':'delay'} | method has to be",
                "faults | [{'method':'GET','path':'x','effect':'delay'}] | [0].path has to begin with /v2",
                "faults | {'method':'GET','path':'/v2/x','effect':'explode'} | effect has to be one of dropAnswer",
                "faults | {'method':'GET','path':'/v2/x','effect':'delay','times':0} | times has to be an integer",
                "faults | {'method':'GET','path':'/v2/x','effect':'status','status':200} | status has to be",
                "faults | {'method':'GET','path':'/v2/x','effect':'delay','wat':1} | wat is not known",
                "latency | {'actionMs':-1} | actionMs has to be an integer from 0 to 600000",
                "latency | {'actionMs':'5'} | actionMs has to be",
                "latency | [] | has to be an object",
                "limits | {'volumes':-1} | volumes has to be",
                "limits | {'vlumes':1} | vlumes is not known",
            })
    void wrongInputIsRefusedInASentence(String what, String body, String message) {
        Reply refused = api.call("POST", "/_simulator/" + what, body, "");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("/error").asString()).contains(message);
        assertThat(api.get("/_simulator/faults").at("/items").size()).isZero();
        assertThat(api.get("/_simulator/latency").at("/actionMs").asInt()).isEqualTo(200);
    }

    @Test
    void latencySaysHowLongActionsTake() {
        api.latency("{'actionMs':10000}");
        long droplet = api.droplet("web-1");
        api.pass(9999);
        assertThat(api.get("/v2/droplets/" + droplet).at("/droplet/status").asString())
                .isEqualTo("new");
        api.pass(1);
        assertThat(api.get("/v2/droplets/" + droplet).at("/droplet/status").asString())
                .isEqualTo("active");
    }

    @Test
    void requestsAreRememberedWithoutTheirTokens() {
        api.get("/v2/account?a=b");
        long number = api.get("/_simulator/requests").at("/next").asLong();
        api.fault("{'method':'POST','path':'/v2/volumes','effect':'status','status':503}");
        api.post("/v2/volumes", DATA);
        Reply asked = api.get("/_simulator/requests?since=" + number);
        assertThat(asked.at("/items").size()).isEqualTo(1);
        assertThat(asked.at("/items/0/n").asLong()).isEqualTo(number + 1);
        assertThat(asked.at("/items/0/method").asString()).isEqualTo("POST");
        assertThat(asked.at("/items/0/path").asString()).isEqualTo("/v2/volumes");
        assertThat(asked.at("/items/0/status").asInt()).isEqualTo(503);
        assertThat(asked.at("/items/0/fault").asString()).isEqualTo("status");
        assertThat(asked.at("/items/0/body").asString()).contains("size_gigabytes");
        assertThat(asked.raw().body()).doesNotContain(SimulatedApi.TOKEN);
        assertThat(api.get("/_simulator/requests").at("/items/0/query").asString())
                .isEqualTo("a=b");
        assertThat(api.get("/_simulator/requests?since=x").status()).isEqualTo(400);
        assertThat(api.get("/_simulator/requests/x").status()).isEqualTo(404);
    }

    @Test
    void whatHasNotStartedYetIsNotSaidToBeMissing() throws Exception {
        try (SimulatorServer bare = new SimulatorServer(0);
                HttpClient client = HttpClient.newHttpClient()) {
            bare.start();
            URI path = bare.uri().resolve("/v2/droplets/1");
            assertThat(client.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(503);
        }
    }
}
