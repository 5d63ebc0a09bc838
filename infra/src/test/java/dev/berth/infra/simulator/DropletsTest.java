package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.simulator.SimulatedApi.Reply;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class DropletsTest {

    private static final String SHAPE = "'size':'s-1vcpu-1gb','image':'debian-13-x64','region':'nyc3'";

    private SimulatedApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = new SimulatedApi(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private String status(long droplet) {
        return api.get("/v2/droplets/" + droplet).at("/droplet/status").asString();
    }

    @Test
    void aDropletIsNewAndLockedAndWithoutNetworksUntilItsActionHasEnded() {
        Reply made = api.post("/v2/droplets", "{'name':'web-1'," + SHAPE + ",'ipv6':true}");
        long id = made.at("/droplet/id").asLong();
        assertThat(made.status()).isEqualTo(202);
        assertThat(made.at("/droplet/status").asString()).isEqualTo("new");
        assertThat(made.at("/droplet/locked").asBoolean()).isTrue();
        assertThat(made.at("/droplet/networks/v4").size()).isZero();
        String action = made.at("/links/actions/0/href").asString();
        assertThat(action).startsWith(api.uri() + "/v2/actions/");
        String path = action.substring(api.uri().toString().length());
        assertThat(api.get(path).at("/action/status").asString()).isEqualTo("in-progress");
        assertThat(api.get(path).at("/action/completed_at").isNull()).isTrue();

        api.settle();

        assertThat(api.get(path).at("/action/status").asString()).isEqualTo("completed");
        assertThat(api.get(path).at("/action/type").asString()).isEqualTo("create");
        assertThat(api.get(path).at("/action/resource_id").asLong()).isEqualTo(id);
        JsonNode droplet = api.get("/v2/droplets/" + id).at("/droplet");
        assertThat(droplet.path("status").asString()).isEqualTo("active");
        assertThat(droplet.path("locked").asBoolean()).isFalse();
        assertThat(droplet.at("/networks/v4")
                        .valueStream()
                        .map(n -> n.path("type").asString()))
                .containsExactly("private", "public");
        assertThat(droplet.at("/networks/v6").size()).isEqualTo(1);
    }

    @Test
    void severalAreMadeAtOnce() {
        Reply made = api.post("/v2/droplets", "{'names':['a','b','c']," + SHAPE + "}");
        assertThat(made.status()).isEqualTo(202);
        assertThat(made.at("/droplets").valueStream().map(d -> d.path("name").asString()))
                .containsExactly("a", "b", "c");
        assertThat(made.at("/links/actions").size()).isEqualTo(3);
        String eleven = "{'names':['a','b','c','d','e','f','g','h','i','j','k']," + SHAPE + "}";
        assertThat(api.post("/v2/droplets", eleven).status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'name':'a_b','size':'s-1vcpu-1gb','image':'x','region':'nyc3' | Only valid hostname",
                "'name':'a','size':'s-9','image':'x','region':'nyc3' | invalid size",
                "'name':'a','size':'s-1vcpu-1gb','image':'x','region':'moon1' | invalid region",
                "'name':'a','size':'s-1vcpu-1gb','region':'nyc3' | image is required",
                "'name':'a','size':'s-1vcpu-1gb','image':'x','region':'nyc3','tags':['a.b'] | Tag names",
                "'name':'a','size':'s-1vcpu-1gb','image':'x','region':'nyc3','vpc_uuid':'x' | VPC not found",
            })
    void whatCanNotBeIsRefused(String body, String message) {
        Reply refused = api.post("/v2/droplets", "{" + body.strip() + "}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.at("/id").asString()).isEqualTo("unprocessable_entity");
        assertThat(refused.message()).contains(message.strip());
        assertThat(refused.at("/request_id").asString()).isEqualTo(refused.header("x-request-id"));
        assertThat(api.get("/v2/droplets").at("/meta/total").asInt()).isZero();
    }

    @Test
    void listsAreFilteredByNameTagAndType() {
        api.droplet("web-1");
        api.ok(
                "POST",
                "/v2/droplets",
                "{'name':'gpu','size':'gpu-h100x1-80gb','image':'x','region':'nyc3','tags':['berth']}");
        assertThat(names("")).containsExactly("web-1");
        assertThat(names("?name=WEB-1")).containsExactly("web-1");
        assertThat(names("?name=web")).isEmpty();
        assertThat(names("?tag_name=berth")).containsExactly("web-1");
        assertThat(names("?tag_name=other")).isEmpty();
        assertThat(names("?type=gpus")).containsExactly("gpu");
        assertThat(api.get("/v2/droplets?tag_name=berth&name=web-1").status()).isEqualTo(422);
    }

    private List<String> names(String query) {
        return api.get("/v2/droplets" + query)
                .at("/droplets")
                .valueStream()
                .map(droplet -> droplet.path("name").asString())
                .toList();
    }

    @Test
    void actionsAre201AndOneAtATime() {
        long id = api.runningDroplet("web-1");
        Reply off = api.act(id, "{'type':'power_off'}");
        assertThat(off.status()).isEqualTo(201);
        assertThat(off.at("/action/status").asString()).isEqualTo("in-progress");
        assertThat(off.at("/action/resource_type").asString()).isEqualTo("droplet");
        Reply second = api.act(id, "{'type':'reboot'}");
        assertThat(second.status()).isEqualTo(422);
        assertThat(second.message()).isEqualTo("Droplet already has a pending event.");
        assertThat(api.delete("/v2/droplets/" + id).status()).isEqualTo(422);
        api.settle();
        assertThat(status(id)).isEqualTo("off");
        String action =
                "/v2/droplets/%d/actions/%d".formatted(id, off.at("/action/id").asLong());
        assertThat(api.get(action).at("/action/status").asString()).isEqualTo("completed");
        assertThat(api.get("/v2/droplets/" + id + "/actions")
                        .at("/actions/0/type")
                        .asString())
                .isEqualTo("power_off");
    }

    @Test
    void powerFollowsTheActions() {
        long id = api.runningDroplet("web-1");
        assertThat(api.act(id, "{'type':'power_on'}").message()).contains("already powered on");
        assertThat(api.act(id, "{'type':'shutdown'}").status()).isEqualTo(201);
        api.settle();
        assertThat(status(id)).isEqualTo("off");
        assertThat(api.act(id, "{'type':'power_off'}").message()).isEqualTo("Droplet is already powered off");
        assertThat(api.act(id, "{'type':'shutdown'}").status()).isEqualTo(201);
        api.settle();
        assertThat(api.act(id, "{'type':'power_on'}").status()).isEqualTo(201);
        api.settle();
        assertThat(status(id)).isEqualTo("active");
        assertThat(api.act(id, "{'type':'fly'}").status()).isEqualTo(422);
    }

    @Test
    void onlyWhatIsOffIsResizedAndADiskNeverShrinks() {
        long id = api.runningDroplet("web-1");
        assertThat(api.act(id, "{'type':'resize','size':'s-2vcpu-2gb'}").status())
                .isEqualTo(422);
        api.act(id, "{'type':'power_off'}");
        api.settle();
        api.act(id, "{'type':'resize','size':'s-2vcpu-2gb','disk':true}");
        api.settle();
        JsonNode droplet = api.get("/v2/droplets/" + id).at("/droplet");
        assertThat(droplet.path("size_slug").asString()).isEqualTo("s-2vcpu-2gb");
        assertThat(droplet.path("disk").asInt()).isEqualTo(60);
        Reply smaller = api.act(id, "{'type':'resize','size':'s-1vcpu-1gb'}");
        assertThat(smaller.status()).isEqualTo(422);
        assertThat(smaller.message()).isEqualTo("Size can not decrease size of Droplet's disk image");
    }

    @Test
    void aDeletedDropletShowsForAWhileAndItsVolumesAndNetworkNoticeLater() {
        long id = api.runningDroplet("web-1");
        String vpc = api.get("/v2/droplets/" + id).at("/droplet/vpc_uuid").asString();
        String volume = api.volume("data");
        api.attach(volume, id);
        api.settle();

        Reply deleted = api.delete("/v2/droplets/" + id);
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.header("content-type")).contains("application/json");
        assertThat(api.get("/v2/droplets/" + id).status()).isEqualTo(200);
        assertThat(api.get("/v2/droplets/" + id).at("/droplet/locked").asBoolean())
                .isTrue();
        assertThat(api.delete("/v2/droplets/" + id).status()).isEqualTo(422);

        api.pass(200);
        assertThat(api.get("/v2/droplets/" + id).status()).isEqualTo(404);
        assertThat(api.delete("/v2/droplets/" + id).status()).isEqualTo(404);
        assertThat(api.get("/v2/volumes/" + volume).at("/volume/droplet_ids/0").asLong())
                .isEqualTo(id);
        assertThat(api.delete("/v2/volumes/" + volume).status()).isEqualTo(409);
        assertThat(api.get("/v2/vpcs/" + vpc + "/members").at("/members/0/urn").asString())
                .isEqualTo("do:droplet:" + id);

        api.pass(200);
        assertThat(api.get("/v2/volumes/" + volume).at("/volume/droplet_ids").size())
                .isZero();
        assertThat(api.get("/v2/vpcs/" + vpc + "/members").at("/members").size())
                .isZero();
        assertThat(api.delete("/v2/volumes/" + volume).status()).isEqualTo(204);
    }

    @Test
    void aDropletThatIsStillMadeIsNotDestroyed() {
        long id = api.droplet("web-1");
        assertThat(api.delete("/v2/droplets/" + id).status()).isEqualTo(204);
        api.settle();
        assertThat(status(id)).isEqualTo("active");
    }

    @Test
    void volumesComeWithADropletIfTheyAreFreeAndNearby() {
        String volume = api.volume("data");
        Reply made = api.post("/v2/droplets", "{'name':'a'," + SHAPE + ",'volumes':['" + volume + "']}");
        assertThat(made.status()).isEqualTo(202);
        api.settle();
        assertThat(api.get("/v2/volumes/" + volume).at("/volume/droplet_ids/0").asLong())
                .isEqualTo(made.at("/droplet/id").asLong());
        Reply taken = api.post("/v2/droplets", "{'name':'b'," + SHAPE + ",'volumes':['" + volume + "']}");
        assertThat(taken.status()).isEqualTo(422);
        assertThat(taken.message()).isEqualTo("Invalid volume allocations");
        Reply byName = api.post("/v2/droplets", "{'name':'b'," + SHAPE + ",'volumes':['data']}");
        assertThat(byName.status()).isEqualTo(500);
    }

    @Test
    void aLimitOfDropletsIsKept() {
        api.limits("{'droplets':1}");
        api.droplet("a");
        Reply refused = api.post("/v2/droplets", "{'name':'b'," + SHAPE + "}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message()).contains("exceed your droplet limit");
        assertThat(api.get("/v2/account").at("/account/droplet_limit").asInt()).isEqualTo(1);
    }

    @Test
    void selectiveDestroyTakesWhatIsNamedAndLeavesTheRest() {
        long id = api.runningDroplet("web-1");
        String goes = api.volume("goes");
        String stays = api.volume("stays");
        api.attach(goes, id);
        api.settle();
        api.attach(stays, id);
        api.settle();
        String path = "/v2/droplets/" + id + "/destroy_with_associated_resources";
        Reply preview = api.get(path);
        assertThat(preview.at("/volumes").valueStream().map(v -> v.path("id").asString()))
                .containsExactly(goes, stays);
        assertThat(preview.at("/volumes/0/cost").asString()).isEqualTo("1.00");

        Reply begun = api.call("DELETE", path + "/selective", "{'volumes':['%s','no-such']}".formatted(goes));
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.raw().body()).isEmpty();
        assertThat(api.get(path + "/status").at("/completed_at").isMissingNode())
                .isTrue();
        assertThat(api.post(path + "/retry", "").status()).isEqualTo(409);
        assertThat(api.get("/v2/volumes/" + goes).status()).isEqualTo(200);

        api.settle();
        Reply status = api.get(path + "/status");
        assertThat(status.at("/completed_at").asString()).startsWith("2026-");
        assertThat(status.at("/failures").asInt()).isEqualTo(1);
        assertThat(status.at("/resources/volumes/1/error_message").asString()).isEqualTo("resource not found");
        assertThat(api.get("/v2/droplets/" + id).status()).isEqualTo(404);
        assertThat(api.get("/v2/volumes/" + goes).status()).isEqualTo(404);
        assertThat(api.get("/v2/volumes/" + stays).at("/volume/droplet_ids").size())
                .isZero();
    }

    @Test
    void aFailedDestroyCanBeRetried() {
        long id = api.runningDroplet("web-1");
        String path = "/v2/droplets/" + id + "/destroy_with_associated_resources";
        api.fault("{'method':'DELETE','path':'/v2/droplets/*','effect':'actionErrored'}");
        assertThat(api.call("DELETE", path + "/selective", "{}").status()).isEqualTo(202);
        api.settle();
        assertThat(api.get(path + "/status").at("/failures").asInt()).isEqualTo(1);
        assertThat(status(id)).isEqualTo("active");
        assertThat(api.post(path + "/retry", "").status()).isEqualTo(202);
        api.settle();
        assertThat(api.get(path + "/status").at("/failures").asInt()).isZero();
        assertThat(api.get("/v2/droplets/" + id).status()).isEqualTo(404);
    }

    @Test
    void aCreateThatFailsLaterLeavesNothing() {
        api.fault("{'method':'POST','path':'/v2/droplets','effect':'actionErrored'}");
        Reply made = api.post("/v2/droplets", "{'name':'a'," + SHAPE + "}");
        api.settle();
        long action = made.at("/links/actions/0/id").asLong();
        assertThat(api.get("/v2/actions/" + action).at("/action/status").asString())
                .isEqualTo("errored");
        assertThat(api.get("/v2/droplets/" + made.at("/droplet/id").asLong()).status())
                .isEqualTo(404);
    }

    @Test
    void aShutdownCanEndWithTheMachineStillRunning() {
        long id = api.runningDroplet("web-1");
        api.fault("{'method':'POST','path':'/v2/droplets/*','effect':'actionIneffective'}");
        Reply shutdown = api.act(id, "{'type':'shutdown'}");
        api.settle();
        assertThat(api.get("/v2/actions/" + shutdown.at("/action/id").asLong())
                        .at("/action/status")
                        .asString())
                .isEqualTo("completed");
        assertThat(status(id)).isEqualTo("active");
    }
}
