package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.simulator.SimulatedApi.Reply;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class VolumesTest {

    private SimulatedApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = new SimulatedApi(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private JsonNode volume(String id) {
        return api.get("/v2/volumes/" + id).at("/volume");
    }

    private String actionStatus(Reply begun) {
        return api.get("/v2/actions/" + begun.at("/action/id").asLong())
                .at("/action/status")
                .asString();
    }

    @Test
    void aVolumeIsThereAtOnceAndHasNoStatus() {
        Reply made = api.post(
                "/v2/volumes",
                "{'name':'data','size_gigabytes':10,'region':'atl1','filesystem_type':'xfs',"
                        + "'filesystem_label':'data','description':'d','tags':['Berth:1']}");
        assertThat(made.status()).isEqualTo(201);
        JsonNode volume = made.at("/volume");
        assertThat(volume.at("/region/slug").asString()).isEqualTo("atl1");
        assertThat(volume.at("/tags/0").asString()).isEqualTo("Berth:1");
        assertThat(volume.path("droplet_ids").isNull()).isTrue();
        assertThat(volume.has("status")).isFalse();
        assertThat(volume(volume.path("id").asString())).isEqualTo(volume);
        assertThat(api.get("/v2/tags/Berth:1")
                        .at("/tag/resources/volumes/count")
                        .asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'name':'Data','size_gigabytes':10,'region':'nyc3' | 422 | name",
                "'name':'a_b','size_gigabytes':10,'region':'nyc3' | 422 | name",
                "'name':'1a','size_gigabytes':10,'region':'nyc3' | 422 | name",
                "'name':'a','size_gigabytes':0,'region':'nyc3' | 422 | size_gigabytes",
                "'name':'a','size_gigabytes':16385,'region':'nyc3' | 422 | size_gigabytes",
                "'name':'a','size_gigabytes':'10','region':'nyc3' | 422 | size_gigabytes",
                "'name':'a','size_gigabytes':10 | 422 | region",
                "'name':'a','size_gigabytes':10,'region':'moon1' | 422 | region",
                "'name':'a','size_gigabytes':10,'region':'nyc3','filesystem_type':'zfs' | 422 | filesystem_type",
                "'name':'a','size_gigabytes':10,'region':'nyc3','filesystem_label':'l' | 422 | filesystem_label",
                "'name':'a','size_gigabytes':10,'region':'nyc3','filesystem_type':'xfs',"
                        + "'filesystem_label':'1234567890123' | 422 | filesystem_label",
                "'name':'a','size_gigabytes':10,'region':'nyc3','snapshot_id':'none' | 404 | snapshot",
                "'name':'a', | 400 | parsed",
            })
    void whatCanNotBeIsRefused(String body, int status, String message) {
        Reply refused = api.post("/v2/volumes", "{" + body + "}");
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.message()).contains(message.strip());
        assertThat(api.get("/v2/volumes").at("/meta/total").asInt()).isZero();
    }

    @Test
    void namesAreUniqueInARegion() {
        String id = api.volume("data");
        Reply twice = api.post("/v2/volumes", "{'name':'data','size_gigabytes':10,'region':'nyc3'}");
        assertThat(twice.status()).isEqualTo(409);
        assertThat(twice.at("/id").asString()).isEqualTo("conflict");
        assertThat(twice.message()).contains("already exists");
        assertThat(api.post("/v2/volumes", "{'name':'data','size_gigabytes':10,'region':'ams3'}")
                        .status())
                .isEqualTo(201);
        Reply found = api.get("/v2/volumes?name=data&region=nyc3");
        assertThat(found.at("/volumes").size()).isEqualTo(1);
        assertThat(found.at("/volumes/0/id").asString()).isEqualTo(id);
        assertThat(found.at("/meta/total").asInt()).isEqualTo(1);
        assertThat(api.get("/v2/volumes?name=data").at("/meta/total").asInt()).isEqualTo(2);
        assertThat(api.delete("/v2/volumes?name=data&region=nyc3").status()).isEqualTo(204);
        assertThat(api.delete("/v2/volumes?name=data&region=nyc3").status()).isEqualTo(404);
    }

    @Test
    void attachingAndDetachingTakeTheirTimeAndAre202() {
        long droplet = api.runningDroplet("web-1");
        String volume = api.volume("data");
        Reply attach = api.attach(volume, droplet);
        assertThat(attach.status()).isEqualTo(202);
        assertThat(attach.at("/action/type").asString()).isEqualTo("attach_volume");
        assertThat(attach.at("/action/resource_id").isNull()).isTrue();
        assertThat(attach.at("/action/resource_type").asString()).isEqualTo("volume");
        assertThat(volume(volume).path("droplet_ids").isNull()).isTrue();
        assertThat(api.get("/v2/droplets/" + droplet).at("/droplet/locked").asBoolean())
                .isTrue();
        assertThat(api.delete("/v2/volumes/" + volume).status()).isEqualTo(409);
        api.settle();
        assertThat(actionStatus(attach)).isEqualTo("completed");
        assertThat(volume(volume).at("/droplet_ids/0").asLong()).isEqualTo(droplet);
        assertThat(api.get("/v2/droplets/" + droplet)
                        .at("/droplet/volume_ids/0")
                        .asString())
                .isEqualTo(volume);

        assertThat(api.detach(volume, droplet).status()).isEqualTo(202);
        assertThat(volume(volume).at("/droplet_ids/0").asLong()).isEqualTo(droplet);
        api.settle();
        assertThat(volume(volume).path("droplet_ids").isArray()).isTrue();
        assertThat(volume(volume).path("droplet_ids").size()).isZero();
        assertThat(api.get("/v2/volumes/" + volume + "/actions")
                        .at("/meta/total")
                        .asInt())
                .isEqualTo(2);
        long action = attach.at("/action/id").asLong();
        assertThat(api.get("/v2/volumes/%s/actions/%d".formatted(volume, action))
                        .status())
                .isEqualTo(200);
        assertThat(api.get("/v2/volumes/" + volume + "/actions/1").message()).isEqualTo("no volume event found");
    }

    @Test
    void aDropletHasOneEventAtATime() {
        long droplet = api.runningDroplet("web-1");
        String one = api.volume("one");
        String two = api.volume("two");
        api.attach(one, droplet);
        Reply second = api.attach(two, droplet);
        assertThat(second.status()).isEqualTo(422);
        assertThat(second.message()).isEqualTo("Droplet already has a pending event.");
        assertThat(api.detach(one, droplet).message()).isEqualTo("Droplet already has a pending event.");
        assertThat(api.act(droplet, "{'type':'power_off'}").status()).isEqualTo(422);
    }

    @Test
    void aVolumeThatIsAttachedIsNotAttachedAgain() {
        long droplet = api.runningDroplet("web-1");
        long other = api.runningDroplet("web-2");
        String volume = api.volume("data");
        api.attach(volume, droplet);
        assertThat(api.attach(volume, other).message()).isEqualTo("This volume is already attached");
        api.settle();
        assertThat(api.attach(volume, droplet).message()).isEqualTo("This volume is already attached");
        assertThat(api.attach(volume, other).status()).isEqualTo(422);
        assertThat(api.detach(volume, other).message()).isEqualTo("Attachment not found");
        assertThat(api.act(volume, "{'type':'detach'}").message()).isEqualTo("Attachment not found");
        api.detach(volume, droplet);
        api.settle();
        Reply again = api.detach(volume, droplet);
        assertThat(again.status()).isEqualTo(404);
        assertThat(again.message()).contains("volume is not attached to droplet");
        assertThat(api.attach(volume, 1).status()).isEqualTo(404);
    }

    @Test
    void aDropletTakesFifteenVolumes() {
        long droplet = api.runningDroplet("web-1");
        for (int i = 0; i < 15; i++) {
            assertThat(api.attach(api.volume("v" + i), droplet).status()).isEqualTo(202);
            api.settle();
        }
        Reply refused = api.attach(api.volume("v15"), droplet);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message()).isEqualTo("cannot attach more volumes to the Droplet");
    }

    @Test
    void actionsGoByNameTooButNotResize() {
        long droplet = api.runningDroplet("web-1");
        String volume = api.volume("data");
        String body = "{'type':'%s','volume_name':'data','droplet_id':%d,'region':'nyc3','size_gigabytes':20}";
        assertThat(api.post("/v2/volumes/actions", body.formatted("attach", droplet))
                        .status())
                .isEqualTo(202);
        api.settle();
        assertThat(volume(volume).at("/droplet_ids/0").asLong()).isEqualTo(droplet);
        assertThat(api.post("/v2/volumes/actions", body.formatted("resize", droplet))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void volumesOnlyGrow() {
        String volume = api.volume("data");
        assertThat(api.act(volume, "{'type':'resize','size_gigabytes':10}").status())
                .isEqualTo(422);
        assertThat(api.act(volume, "{'type':'resize','size_gigabytes':16385}").status())
                .isEqualTo(422);
        Reply resize = api.act(volume, "{'type':'resize','size_gigabytes':20,'region':'nyc3'}");
        assertThat(resize.status()).isEqualTo(202);
        assertThat(volume(volume).path("size_gigabytes").asInt()).isEqualTo(10);
        api.settle();
        assertThat(actionStatus(resize)).isEqualTo("completed");
        assertThat(volume(volume).path("size_gigabytes").asInt()).isEqualTo(20);
    }

    @Test
    void anActionCanFailOrNeverSayThatItIsDone() {
        long droplet = api.runningDroplet("web-1");
        String volume = api.volume("data");
        String path = "/v2/volumes/" + volume + "/actions";
        api.fault("{'method':'POST','path':'" + path + "','effect':'actionErrored'}");
        Reply errored = api.attach(volume, droplet);
        api.settle();
        assertThat(actionStatus(errored)).isEqualTo("errored");
        assertThat(volume(volume).path("droplet_ids").isNull()).isTrue();

        api.fault("{'method':'POST','path':'" + path + "','effect':'actionStuck'}");
        Reply stuck = api.attach(volume, droplet);
        api.settle();
        assertThat(actionStatus(stuck)).isEqualTo("in-progress");
        assertThat(volume(volume).at("/droplet_ids/0").asLong()).isEqualTo(droplet);
        assertThat(api.detach(volume, droplet).status()).isEqualTo(202);
    }

    @Test
    void newThingsCanBeHiddenForAWhile() {
        api.latency("{'hiddenMs':5000,'listLagMs':5000,'actionMs':100}");
        long droplet = api.droplet("web-1");
        String volume = api.volume("data");
        api.pass(1000);
        Reply attach = api.attach(volume, droplet);
        assertThat(attach.status()).isEqualTo(202);
        String action = "/v2/volumes/%s/actions/%d"
                .formatted(volume, attach.at("/action/id").asLong());
        assertThat(api.get(action).status()).isEqualTo(404);
        assertThat(api.get(action).message()).isEqualTo("no volume event found");
        assertThat(api.get("/v2/droplets/" + droplet).status()).isEqualTo(404);
        assertThat(api.get("/v2/droplets").at("/meta/total").asInt()).isZero();
        assertThat(api.get("/v2/volumes?name=data&region=nyc3")
                        .at("/meta/total")
                        .asInt())
                .isZero();
        api.pass(5000);
        assertThat(api.get(action).status()).isEqualTo(200);
        assertThat(api.get("/v2/droplets/" + droplet).status()).isEqualTo(200);
        assertThat(api.get("/v2/volumes").at("/meta/total").asInt()).isEqualTo(1);
    }

    @Test
    void limitsOfTheAccountAreKept() {
        api.limits("{'volumes':2,'volumeGiB':25}");
        String one = api.volume("one");
        api.volume("two");
        Reply third = api.post("/v2/volumes", "{'name':'three','size_gigabytes':1,'region':'nyc3'}");
        assertThat(third.status()).isEqualTo(403);
        assertThat(third.message()).isEqualTo("volume/snapshot capacity limit exceeded");
        assertThat(api.get("/v2/account").at("/account/volume_limit").asInt()).isEqualTo(2);
        assertThat(api.act(one, "{'type':'resize','size_gigabytes':16}").status())
                .isEqualTo(403);
        api.limits("{}");
        assertThat(api.act(one, "{'type':'resize','size_gigabytes':16}").status())
                .isEqualTo(202);
        api.volume("three");
    }

    @Test
    void aSnapshotIsTakenAtOnceButOnlyEveryTenMinutes() {
        String volume = api.volume("data");
        String path = "/v2/volumes/" + volume + "/snapshots";
        Reply first = api.post(path, "{'name':'first','tags':['keep']}");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.at("/snapshot/min_disk_size").asInt()).isEqualTo(10);
        assertThat(first.at("/snapshot/size_gigabytes").asDouble()).isZero();
        assertThat(first.at("/snapshot/resource_id").asString()).isEqualTo(volume);
        Reply soon = api.post(path, "{'name':'second'}");
        assertThat(soon.status()).isEqualTo(429);
        assertThat(soon.message())
                .isEqualTo("failed to create snapshot: this operation is rate-limited - one request per 10m0s");
        assertThat(soon.header("retry-after")).isEmpty();
        api.pass(600_000);
        assertThat(api.post(path, "{'name':'first'}").status()).isEqualTo(409);
        assertThat(api.post(path, "{'name':'second'}").status()).isEqualTo(201);
        assertThat(api.get(path).at("/meta/total").asInt()).isEqualTo(2);

        String id = first.at("/snapshot/id").asString();
        assertThat(api.get("/v2/snapshots/" + id).status()).isEqualTo(200);
        assertThat(api.get("/v2/snapshots/" + volume).status()).isEqualTo(400);
        assertThat(api.get("/v2/snapshots?resource_type=droplet")
                        .at("/meta/total")
                        .asInt())
                .isZero();
        assertThat(api.delete("/v2/volumes/" + volume).status()).isEqualTo(204);
        assertThat(api.get("/v2/snapshots?resource_type=volume")
                        .at("/meta/total")
                        .asInt())
                .isEqualTo(2);
        assertThat(api.delete("/v2/snapshots/" + id).status()).isEqualTo(204);
        assertThat(api.get("/v2/volumes/snapshots/" + id).status()).isEqualTo(404);
    }

    @Test
    void aRestoredVolumeHasTheSizeOfTheSnapshot() {
        String volume = api.volume("data");
        String snapshot = api.post("/v2/volumes/" + volume + "/snapshots", "{'name':'s'}")
                .at("/snapshot/id")
                .asString();
        String body = "{'name':'%s','size_gigabytes':50,'region':'%s','snapshot_id':'%s'}";
        Reply restored = api.post("/v2/volumes", body.formatted("again", "nyc3", snapshot));
        assertThat(restored.status()).isEqualTo(201);
        assertThat(restored.at("/volume/size_gigabytes").asInt()).isEqualTo(10);
        assertThat(api.post("/v2/volumes", body.formatted("far", "ams3", snapshot))
                        .status())
                .isEqualTo(422);
    }
}
