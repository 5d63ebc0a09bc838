package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What was used, over HTTP. */
class UsageTest {
    private final BerthServer server = BerthServer.shared();
    private final Api acme = server.newTenant();

    private static Api.Answer query(Api caller, Instant from, Instant to, Object... by) {
        return caller.call("usage.query", "from", from.toString(), "to", to.toString(), "groupBy", List.of(by));
    }

    @Test
    void anInstancesHoursAreThoseBetweenItsEvents() {
        HostedPool pool = HostedPool.roomy(acme);
        String id = pool.running();
        acme.call("instances.delete", "instanceId", id).ok();
        acme.awaitState(id, "deleted");
        JsonNode events = acme.call("events.list", "resourceId", id).ok().get("items");
        Instant running = null;
        Instant deleted = null;
        for (JsonNode event : events) {
            Instant time = Instant.parse(event.get("time").asString());
            if (event.get("type").asString().equals("instance.running") && running == null) {
                running = time;
            }
            deleted = event.get("type").asString().equals("instance.deleted") ? time : deleted;
        }
        JsonNode items = query(acme, Instant.EPOCH, Instant.now().plus(Duration.ofDays(1)), "resource")
                .ok()
                .get("items");
        assertThat(items.size()).isEqualTo(1);
        assertThat(items.get(0).get("meter").asString()).isEqualTo("vps.instance.hours");
        assertThat(items.get(0).get("resourceId").asString()).isEqualTo(id);
        assertThat(items.get(0).get("gibMilliseconds").asLong())
                .isEqualTo(Duration.between(running, deleted).toMillis());
        assertThat(query(acme, deleted, deleted.plusSeconds(60))
                        .ok()
                        .get("items")
                        .size())
                .isZero();
    }

    @Test
    void readersAndAdminsMayAskMembersAndStrangersMayNot() {
        Instant now = Instant.now();
        query(server.as(acme.tenantId(), "rita", "reader"), Instant.EPOCH, now).ok();
        query(acme, Instant.EPOCH, now).ok();
        query(server.as(acme.tenantId(), "max", "member"), Instant.EPOCH, now).refused("ACCESS_DENIED");
        Api stranger = new Api(server.base(), server.newTenant().token(), acme.tenantId());
        query(stranger, Instant.EPOCH, now).refused("ACCESS_DENIED");
        Api nobody = new Api(server.base(), "wrong", acme.tenantId());
        query(nobody, Instant.EPOCH, now).refused("UNAUTHENTICATED");
    }

    @Test
    void anIntervalThatIsNoneIsInvalid() {
        Instant now = Instant.now();
        query(acme, now, now).refused("INVALID_INPUT");
        query(acme, now, now.plusSeconds(1), "colour").refused("INVALID_INPUT");
    }
}
