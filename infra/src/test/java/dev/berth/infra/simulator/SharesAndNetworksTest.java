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

class SharesAndNetworksTest {

    private SimulatedApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = new SimulatedApi(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Reply make(String name, String vpc) {
        return api.post(
                "/v2/nfs", "{'name':'%s','size_gib':100,'region':'atl1','vpc_ids':['%s']}".formatted(name, vpc));
    }

    private String share(String name, String vpc) {
        String id = make(name, vpc).at("/share/id").asString();
        api.settle();
        return id;
    }

    private JsonNode shown(String share) {
        return api.get("/v2/nfs/" + share).at("/share");
    }

    private Reply act(String share, String body) {
        return api.post("/v2/nfs/" + share + "/actions", body);
    }

    @Test
    void aShareBecomesActiveWithoutAnAction() {
        String vpc = api.vpc("net", "atl1");
        Reply made = make("files", vpc);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.at("/share/status").asString()).isEqualTo("CREATING");
        assertThat(made.at("/share/vpc_ids").isMissingNode()).isTrue();
        assertThat(made.at("/share/host").isMissingNode()).isTrue();
        String id = made.at("/share/id").asString();
        assertThat(act(id, "{'type':'resize','params':{'size_gib':200}}").status())
                .isEqualTo(409);
        api.settle();
        JsonNode share = shown(id);
        assertThat(share.path("status").asString()).isEqualTo("ACTIVE");
        assertThat(share.path("region").asString()).isEqualTo("atl1");
        assertThat(share.path("performance_tier").asString()).isEqualTo("PERFORMANCE_TIER_STANDARD");
        assertThat(share.path("host").asString()).startsWith("10.");
        assertThat(share.path("mount_path").asString()).endsWith("/" + id);
        assertThat(share.at("/access_points/0/is_default").asBoolean()).isTrue();
        assertThat(api.get("/v2/nfs?region=nyc3").at("/shares").size()).isZero();
        Reply all = api.get("/v2/nfs?region=atl1");
        assertThat(all.at("/shares").size()).isEqualTo(1);
        assertThat(all.at("/meta").isMissingNode()).isTrue();
        assertThat(make("files", vpc).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'name':'a','size_gib':49,'region':'atl1','vpc_ids':['VPC'] | size_gib",
                "'name':'A','size_gib':50,'region':'atl1','vpc_ids':['VPC'] | name",
                "'name':'a','size_gib':50,'region':'moon1','vpc_ids':['VPC'] | region",
                "'name':'a','size_gib':50,'region':'nyc2','vpc_ids':['VPC'] | region of the share",
                "'name':'a','size_gib':50,'region':'atl1','vpc_ids':[] | vpc_ids",
                "'name':'a','size_gib':50,'region':'atl1','vpc_ids':['x'] | not found",
                "'name':'a','size_gib':50,'region':'atl1','vpc_ids':['VPC'],'performance_tier':'x' | performance_tier",
            })
    void whatCanNotBeIsABadRequest(String body, String message) {
        String vpc = api.vpc("net", "atl1");
        Reply refused = api.post("/v2/nfs", "{" + body.replace("VPC", vpc) + "}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("/id").asString()).isEqualTo("bad_request");
        assertThat(refused.message()).contains(message.strip());
    }

    @Test
    void shareActionsHaveWordsOfTheirOwnAndCanNotBeReadAgain() {
        String vpc = api.vpc("net", "atl1");
        String id = share("files", vpc);
        Reply resize = act(id, "{'type':'resize','region':'atl1','params':{'size_gib':200}}");
        assertThat(resize.status()).isEqualTo(201);
        assertThat(resize.at("/action/status").asString()).isEqualTo("IN_PROGRESS");
        assertThat(resize.at("/action/type").asString()).isEqualTo("RESIZE_SHARE");
        assertThat(resize.at("/action/resource_id").asString()).isEqualTo(id);
        assertThat(api.get("/v2/actions/" + resize.at("/action/id").asString()).status())
                .isEqualTo(404);
        assertThat(act(id, "{'type':'snapshot','params':{'name':'s'}}").status())
                .isEqualTo(409);
        assertThat(shown(id).path("size_gib").asInt()).isEqualTo(100);
        api.settle();
        assertThat(shown(id).path("size_gib").asInt()).isEqualTo(200);
        assertThat(act(id, "{'type':'resize','params':{'size_gib':150}}").status())
                .isEqualTo(400);
        assertThat(act(id, "{'type':'resize','size_gib':300}").status()).isEqualTo(400);
        assertThat(act(id, "{'type':'switch_performance_tier','params':{'performance_tier':'high'}}")
                        .status())
                .isEqualTo(201);
        api.settle();
        assertThat(shown(id).path("performance_tier").asString()).isEqualTo("PERFORMANCE_TIER_HIGH");
        assertThat(act(id, "{'type':'switch_performance_tier','params':{'performance_tier':'standard'}}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void sharesComeAndGoInNetworks() {
        String vpc = api.vpc("net", "atl1");
        String other = api.vpc("other", "atl1");
        String id = share("files", vpc);
        act(id, "{'type':'attach','params':{'vpc_id':'" + other + "'}}");
        api.settle();
        assertThat(shown(id).path("vpc_ids").size()).isEqualTo(2);
        assertThat(act(id, "{'type':'attach','params':{'vpc_id':'" + other + "'}}")
                        .status())
                .isEqualTo(409);
        assertThat(api.delete("/v2/vpcs/" + other).message()).isEqualTo("Can not delete VPC with members");
        for (String gone : new String[] {vpc, other}) {
            assertThat(act(id, "{'type':'detach','params':{'vpc_id':'" + gone + "'}}")
                            .status())
                    .isEqualTo(201);
            api.settle();
        }
        assertThat(shown(id).path("vpc_ids").size()).isZero();
        assertThat(shown(id).path("status").asString()).isEqualTo("INACTIVE");
        assertThat(api.delete("/v2/vpcs/" + other).status()).isEqualTo(204);
        assertThat(act(id, "{'type':'detach','params':{'vpc_id':'" + vpc + "'}}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void snapshotsOfSharesAreTakenByAnAction() {
        String id = share("files", api.vpc("net", "atl1"));
        act(id, "{'type':'snapshot','params':{'name':'nightly'}}");
        String path = "/v2/nfs/snapshots?region=atl1&share_id=" + id;
        assertThat(api.get(path).at("/snapshots/0/status").asString()).isEqualTo("CREATING");
        api.settle();
        JsonNode snapshot = api.get(path).at("/snapshots/0");
        assertThat(snapshot.path("status").asString()).isEqualTo("ACTIVE");
        assertThat(snapshot.path("share_id").asString()).isEqualTo(id);
        String one = "/v2/nfs/snapshots/" + snapshot.path("id").asString();
        assertThat(api.get(one).status()).isEqualTo(200);
        assertThat(api.delete(one).status()).isEqualTo(204);
        assertThat(api.get(one).at("/snapshot/status").asString()).isEqualTo("DELETED");
        api.settle();
        assertThat(api.get(one).status()).isEqualTo(404);
    }

    @Test
    void aDeletedShareShowsForAWhile() {
        String id = share("files", api.vpc("net", "atl1"));
        assertThat(api.delete("/v2/nfs/" + id + "?region=nyc3").status()).isEqualTo(404);
        assertThat(api.delete("/v2/nfs/" + id + "?region=atl1").status()).isEqualTo(204);
        assertThat(shown(id).path("status").asString()).isEqualTo("DELETED");
        assertThat(api.delete("/v2/nfs/" + id).status()).isEqualTo(404);
        api.settle();
        assertThat(api.get("/v2/nfs/" + id).status()).isEqualTo(404);
    }

    @Test
    void aShareCanFail() {
        api.fault("{'method':'POST','path':'/v2/nfs','effect':'actionErrored'}");
        String id = share("files", api.vpc("net", "atl1"));
        assertThat(shown(id).path("status").asString()).isEqualTo("FAILED");
        assertThat(api.delete("/v2/nfs/" + id).status()).isEqualTo(204);
    }

    @Test
    void theFirstNetworkOfARegionIsItsDefaultAndStays() {
        String first = api.vpc("first", "nyc3");
        String second = api.vpc("second", "nyc3");
        assertThat(api.get("/v2/vpcs/" + first).at("/vpc/default").asBoolean()).isTrue();
        assertThat(api.get("/v2/vpcs/" + first).at("/vpc/created_at").asString())
                .isEqualTo("2026-03-04T05:06:07.123000000Z");
        Reply refused = api.delete("/v2/vpcs/" + first);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.at("/id").asString()).isEqualTo("forbidden");
        assertThat(api.call("PATCH", "/v2/vpcs/" + second, "{'default':true}")
                        .at("/vpc/default")
                        .asBoolean())
                .isTrue();
        assertThat(api.delete("/v2/vpcs/" + first).status()).isEqualTo(204);
        assertThat(api.delete("/v2/vpcs/" + first).status()).isEqualTo(404);
    }

    @Test
    void aNetworkWithMembersStays() {
        api.vpc("default", "nyc3");
        String vpc = api.vpc("net", "nyc3");
        api.ok(
                "POST",
                "/v2/droplets",
                "{'name':'a','size':'s-1vcpu-1gb','image':'x','region':'nyc3','vpc_uuid':'" + vpc + "'}");
        api.settle();
        Reply members = api.get("/v2/vpcs/" + vpc + "/members?resource_type=droplet");
        assertThat(members.at("/members/0/name").asString()).isEqualTo("a");
        assertThat(api.get("/v2/vpcs/" + vpc + "/members?resource_type=dbaas")
                        .at("/meta/total")
                        .asInt())
                .isZero();
        Reply refused = api.delete("/v2/vpcs/" + vpc);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.message()).isEqualTo("Can not delete VPC with members");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'name':'a_b','region':'nyc3' | 422",
                "'name':'net','region':'nyc3' | 409",
                "'name':'a','region':'moon1' | 422",
                "'name':'a','region':'nyc3','ip_range':'10.9.0.0/16' | 201",
                "'name':'a','region':'nyc3','ip_range':'10.8.0.0/15' | 422",
                "'name':'a','region':'nyc3','ip_range':'10.10.5.0/24' | 422",
                "'name':'a','region':'nyc3','ip_range':'8.8.0.0/24' | 422",
                "'name':'a','region':'nyc3','ip_range':'10.9.0.1/24' | 422",
            })
    void networksHaveNamesAndRangesOfTheirOwn(String body, int status) {
        api.ok("POST", "/v2/vpcs", "{'name':'net','region':'nyc3','ip_range':'10.10.0.0/16'}");
        assertThat(api.post("/v2/vpcs", "{" + body + "}").status()).isEqualTo(status);
    }

    @Test
    void tagsHaveToExistBeforeTheyAreGiven() {
        String volume = api.volume("data");
        String resources = "{'resources':[{'resource_id':'%s','resource_type':'volume'}]}".formatted(volume);
        assertThat(api.post("/v2/tags/owner:1/resources", resources).status()).isEqualTo(404);
        assertThat(api.post("/v2/tags", "{'name':'owner:1'}").status()).isEqualTo(201);
        assertThat(api.post("/v2/tags", "{'name':'a.b'}").status()).isEqualTo(400);
        assertThat(api.post("/v2/tags/owner:1/resources", resources).status()).isEqualTo(204);
        assertThat(api.get("/v2/volumes/" + volume).at("/volume/tags/0").asString())
                .isEqualTo("owner:1");
        assertThat(api.get("/v2/tags/owner:1").at("/tag/resources/count").asInt())
                .isEqualTo(1);
        assertThat(api.call("DELETE", "/v2/tags/owner:1/resources", resources).status())
                .isEqualTo(204);
        assertThat(api.get("/v2/volumes/" + volume).at("/volume/tags").isNull()).isTrue();
        assertThat(api.delete("/v2/tags/owner:1").status()).isEqualTo(204);
        assertThat(api.get("/v2/tags/owner:1").status()).isEqualTo(404);
    }

    @Test
    void accessPointsHaveErrorsOfTheirOwnForm() {
        String vpc = api.vpc("net", "atl1");
        String path = "/v2/nfs/shares/" + share("files", vpc) + "/access_points";
        String body = "{'name':'%s','path':'%s','vpc_id':'" + vpc + "','access_policy':{'anonuid':65534,"
                + "'anongid':65534,'protocols':['NFS4'],'squash_config':'NO_SQUASH',"
                + "'identity_enforcement_enabled':false}}";
        Reply made = api.post(path, body.formatted("team", "/team"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.at("/access_point/status").asString()).isEqualTo("ACCESS_POINT_CREATING");
        assertThat(api.post(path, body.formatted("team", "/other")).at("/code").asString())
                .isEqualTo("AlreadyExists");
        assertThat(api.post(path, body.formatted("default", "/other")).status()).isEqualTo(400);
        api.settle();
        assertThat(api.get(path + "?status=ACCESS_POINT_ACTIVE")
                        .at("/access_points")
                        .size())
                .isEqualTo(2);
        String one = "/v2/nfs/access_points/" + made.at("/access_point/id").asString();
        Reply deleted = api.delete(one);
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.at("/access_point/status").asString()).isEqualTo("ACCESS_POINT_DELETED");
        assertThat(api.delete(one).at("/code").asString()).isEqualTo("INVALID_ACCESS_POINT_STATUS");
        api.settle();
        assertThat(api.get(one).status()).isEqualTo(404);
    }
}
