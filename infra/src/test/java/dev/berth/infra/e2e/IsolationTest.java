package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.MethodRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No method leads from one tenant to another's data, whatever id it is given. */
class IsolationTest {
    private final BerthServer server = BerthServer.shared();
    private final Api victim = server.newTenant();
    private final Api stranger = server.newTenant();

    @Test
    void noIdOpensAnotherTenantsData() {
        Things things = new Things(server, victim, "ann", null);
        Api inItsName = new Api(server.base(), stranger.token(), victim.tenantId());
        List<String> leaks = new ArrayList<>();
        int tried = 0;
        for (ApiMethod<?> method : server.bean(MethodRegistry.class).all()) {
            Object[] input = things.input(method.name());
            Api.Answer named = inItsName.call(method.name(), input);
            if (!named.text("code").equals("ACCESS_DENIED")) {
                leaks.add(method.name() + " in its name: " + named.body());
            }
            if (!Things.namesSomething(method.name())) {
                continue;
            }
            tried++;
            Api.Answer own = stranger.call(method.name(), input);
            if (!own.text("code").equals("NOT_FOUND") || own.body().toString().contains(victim.tenantId())) {
                leaks.add(method.name() + ": " + own.body());
            }
        }
        assertThat(leaks).isEmpty();
        assertThat(tried).isGreaterThan(25);
    }

    @Test
    void noFilterOrCursorDoes() {
        HostedPool pool = HostedPool.roomy(victim);
        String instance = pool.create().ok().get("id").asString();
        for (String list : List.of("flavors.list", "nodes.list", "addressRanges.list", "quotas.list")) {
            assertThat(stranger.call(list, "poolId", pool.id()).ok().get("items"))
                    .as(list)
                    .isEmpty();
        }
        assertThat(stranger.call("instances.list", "scope", "all", "poolId", pool.id())
                        .ok()
                        .get("items"))
                .isEmpty();
        assertThat(stranger.call("events.list", "resourceId", pool.id()).ok().get("items"))
                .isEmpty();
        stranger.call("instances.list", "cursor", instance).refused("INVALID_INPUT");
        stranger.call("pools.list", "cursor", pool.id()).refused("INVALID_INPUT");
    }
}
