package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Subscribers that are killed, receivers that fail, a transaction that is open for long: nobody misses anything. */
class SubscribersTest {
    private static final int FEW = 5;
    private static final int MANY = 50;

    private final BerthServer server = FeedServer.get();
    private final Api ann = server.newTenant();
    private final HostedPool pool = HostedPool.roomy(ann);

    @Test
    void aSubscriberThatIsKilledAndResumedSeesEverything() throws Exception {
        killedUnderLoad(FEW);
    }

    @Test
    @Tag("campaign")
    void aSubscriberThatIsKilledFiftyTimesSeesEverything() throws Exception {
        killedUnderLoad(MANY);
    }

    private void killedUnderLoad(int kills) throws Exception {
        long seed = Long.getLong("campaign.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (Receiver receiver = new Receiver()) {
            Random coin = new Random(seed);
            receiver.answering(() -> coin.nextBoolean() ? 200 : 500);
            String id = receiver.subscribe(ann);
            long from = ann.call("subscriptions.get", "subscriptionId", id)
                    .ok()
                    .get("position")
                    .asLong();
            List<JsonNode> streamed;
            try (Creates creates = new Creates(pool, 2)) {
                streamed = new ArrayList<>(Followers.killed(ann, from, kills, random));
                creates.await(1);
                creates.end();
                assertThat(creates.wrong()).isEmpty();
            }
            awaitSettled();
            List<JsonNode> listed = Followers.listed(ann, from);
            long end = listed.getLast().get("position").asLong();
            long last = streamed.stream()
                    .mapToLong(event -> event.get("position").asLong())
                    .max()
                    .orElse(from);
            streamed.addAll(Followers.rest(ann, last, end));
            Followers.complete(streamed, listed);
            awaitDelivered(id);
            Followers.complete(receiver.taken(), listed);
        }
    }

    @Test
    void aTransactionThatIsOpenForFiveSecondsSkipsNothing() throws Exception {
        String slow = pool.running();
        JdbcTemplate sql = server.bean(JdbcTemplate.class);
        sql.execute("create function slow_stop() returns trigger language plpgsql as $$ begin"
                + " if new.aggregate_identifier = '" + slow + "' and new.payload_type = 'instance.stopping' then"
                + " perform pg_sleep(5); end if; return new; end $$");
        sql.execute("create trigger slow_stop before insert on domain_event_entry for each row"
                + " execute function slow_stop()");
        long from = Followers.listed(ann, 0).getLast().get("position").asLong();
        try (Receiver receiver = new Receiver();
                StreamClient stream = StreamClient.open(ann, "", from)) {
            String id = receiver.subscribe(ann);
            long begun = ann.call("subscriptions.get", "subscriptionId", id)
                    .ok()
                    .get("position")
                    .asLong();
            try (Creates creates = new Creates(pool, 2)) {
                creates.await(5);
                CompletableFuture<Api.Answer> stop =
                        CompletableFuture.supplyAsync(() -> ann.call("instances.stop", "instanceId", slow));
                assertThat(stop.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
                creates.await(5);
                creates.end();
            }
            awaitSettled();
            List<JsonNode> listed = Followers.listed(ann, from);
            assertThat(listed)
                    .anyMatch(event -> event.get("type").asString().equals("instance.stopping")
                            && event.get("subject").asString().equals(slow));
            assertThat(stream.next(listed.size()))
                    .extracting(StreamClient.Frame::data)
                    .isEqualTo(listed);
            List<JsonNode> sent = Followers.listed(ann, begun);
            Eventually.is(() -> receiver.takenOnce().size() >= sent.size());
            assertThat(receiver.takenOnce()).isEqualTo(sent);
        } finally {
            sql.execute("drop function slow_stop() cascade");
        }
    }

    /** However many there are: as long as some arrive, there is hope. */
    private void awaitDelivered(String subscription) {
        long[] position = {-1};
        JsonNode[] now = new JsonNode[1];
        do {
            Eventually.is(() -> {
                now[0] = ann.call("subscriptions.get", "subscriptionId", subscription)
                        .ok();
                assertThat(now[0].get("state").asString()).as("%s", now[0]).isEqualTo("active");
                return now[0].get("lag").asLong() == 0 || now[0].get("position").asLong() > position[0];
            });
            position[0] = now[0].get("position").asLong();
        } while (now[0].get("lag").asLong() > 0);
    }

    /** Waits until nothing happens by itself any more. */
    private void awaitSettled() {
        for (JsonNode instance : Sums.instances(ann, pool.id())) {
            String wanted = instance.get("desiredState").asString();
            ann.awaitState(instance.get("id").asString(), wanted);
        }
    }
}
