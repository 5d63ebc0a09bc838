package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.simulator.SimulatedApi.Exchange;
import dev.berth.infra.simulator.SimulatedApi.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Every answer against the provider's document, and its own examples of requests. */
class OpenApiTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private OpenApiDocument document;
    private SimulatedApi api;
    private final Set<String> done = new TreeSet<>();
    private final List<String> wrong = new ArrayList<>();

    @BeforeEach
    void start(@TempDir Path directory) {
        document = OpenApiDocument.find().orElse(null);
        Assumptions.assumeTrue(document != null, "skipped: there is no copy of the provider's OpenAPI document here");
        api = new SimulatedApi(directory);
        api.listen(this::check);
    }

    @AfterEach
    void stop() {
        if (api != null) {
            api.close();
        }
    }

    private void check(Exchange exchange) {
        String path = exchange.path().replaceFirst("\\?.*", "");
        int status = exchange.reply().status();
        if (path.startsWith("/v2") && status / 100 == 2) {
            String operation = document.operation(exchange.method(), path).orElseThrow();
            done.add(operation);
            wrong.addAll(
                    document.checkAnswer(operation, status, exchange.reply().body()));
            // The one region that the document leaves out of its list.
            if (!exchange.body().isEmpty() && !exchange.body().contains("atl1")) {
                wrong.addAll(document.checkRequest(operation, JSON.readTree(exchange.body())));
            }
        }
    }

    @Test
    void everyOperationAnswersAsTheDocumentSays() {
        droplets();
        volumes();
        shares();
        networksAndTags();
        for (String path : List.of("/v2/account", "/v2/regions", "/v2/sizes?per_page=2", "/v2/actions?per_page=2")) {
            api.ok("GET", path, "");
        }
        assertThat(wrong).isEmpty();
        assertThat(done).containsExactlyElementsOf(document.operations());
    }

    @Test
    void whatIsWrongIsFound() {
        JsonNode text = JSON.readTree("{\"volume\":{\"size_gigabytes\":\"10\"}}");
        assertThat(document.checkAnswer("GET /v2/volumes/{volume_id}", 200, text))
                .isNotEmpty();
        JsonNode nothing = JSON.readTree("{\"volume\":{\"droplet_ids\":null}}");
        assertThat(document.checkAnswer("GET /v2/volumes/{volume_id}", 200, nothing))
                .isEmpty();
        assertThat(document.checkAnswer("GET /v2/volumes/{volume_id}", 202, nothing))
                .isNotEmpty();
        JsonNode noSize = JSON.readTree("{\"type\":\"resize\",\"droplet_id\":1}");
        assertThat(document.checkRequest("POST /v2/volumes/{volume_id}/actions", noSize))
                .isNotEmpty();
    }

    private void droplets() {
        long id = api.runningDroplet("web-1");
        String one = "/v2/droplets/" + id;
        long action = api.ok("POST", one + "/actions", "{'type':'snapshot','name':'image'}")
                .at("/action/id")
                .asLong();
        api.ok("GET", one + "/actions/" + action, "");
        api.settle();
        for (String more : List.of(
                "", "/actions", "/snapshots", "/backups", "/backups/policy", "/kernels", "/firewalls", "/neighbors")) {
            api.ok("GET", one + more, "");
        }
        api.ok("GET", "/v2/actions/" + action, "");
        api.ok(
                "POST",
                "/v2/droplets",
                "{'names':['a','b'],'size':'gpu-h100x1-80gb','image':17,'region':'ams3','ipv6':true}");
        api.ok("GET", "/v2/droplets", "");
        api.ok("GET", "/v2/droplets?type=gpus", "");
        api.settle();
        api.ok("GET", "/v2/droplets?type=gpus", "");
        api.ok("POST", "/v2/droplets/actions?tag_name=berth", "{'type':'power_off'}");
        api.settle();
        String volume = api.volume("with-droplet");
        api.attach(volume, id);
        api.settle();
        api.ok("POST", "/v2/volumes/" + volume + "/snapshots", "{'name':'with-droplet'}");
        String destroy = one + "/destroy_with_associated_resources";
        api.ok("GET", destroy, "");
        api.fault("{'method':'DELETE','path':'/v2/droplets/*','effect':'actionErrored'}");
        api.ok("DELETE", destroy + "/selective", "{'volumes':['" + volume + "']}");
        api.ok("GET", destroy + "/status", "");
        api.settle();
        api.ok("GET", destroy + "/status", "");
        api.ok("POST", destroy + "/retry", "");
        api.settle();
        api.ok("GET", destroy + "/status", "");
        long other = api.runningDroplet("web-2");
        String dangerous = "/v2/droplets/" + other + "/destroy_with_associated_resources/dangerous";
        assertThat(api.call("DELETE", dangerous, "").status()).isEqualTo(400);
        assertThat(api.call("DELETE", dangerous, "", "Bearer " + SimulatedApi.TOKEN, "X-Dangerous", "true")
                        .status())
                .isEqualTo(202);
        api.ok("DELETE", "/v2/droplets/" + api.runningDroplet("web-3"), "");
        api.ok("DELETE", "/v2/droplets?tag_name=none", "");
    }

    private void volumes() {
        long droplet = api.runningDroplet("db-1");
        String id = api.volume("data");
        String one = "/v2/volumes/" + id;
        api.ok("GET", one, "");
        long action = api.ok("POST", one + "/actions", "{'type':'attach','droplet_id':%d}".formatted(droplet))
                .at("/action/id")
                .asLong();
        api.ok("GET", one + "/actions/" + action, "");
        api.settle();
        api.ok("GET", one, "");
        api.ok(
                "POST",
                "/v2/volumes/actions",
                "{'type':'detach','volume_name':'data','droplet_id':%d,'region':'nyc3'}".formatted(droplet));
        api.settle();
        api.ok("GET", one, "");
        api.ok("GET", one + "/actions", "");
        String snapshot = api.ok("POST", one + "/snapshots", "{'name':'s','tags':['keep']}")
                .at("/snapshot/id")
                .asString();
        api.ok("GET", one + "/snapshots", "");
        api.ok("GET", "/v2/volumes/snapshots/" + snapshot, "");
        api.ok("GET", "/v2/snapshots/" + snapshot, "");
        api.ok("GET", "/v2/snapshots", "");
        api.ok("DELETE", "/v2/volumes/snapshots/" + snapshot, "");
        api.pass(600_000);
        String second = api.ok("POST", one + "/snapshots", "{'name':'s2'}")
                .at("/snapshot/id")
                .asString();
        api.ok("DELETE", "/v2/snapshots/" + second, "");
        api.ok("DELETE", one, "");
        api.ok("POST", "/v2/volumes", "{'name':'far','size_gigabytes':1,'region':'atl1','tags':['a']}");
        api.ok("GET", "/v2/volumes", "");
        api.ok("DELETE", "/v2/volumes?name=far&region=atl1", "");
    }

    private void shares() {
        String vpc = api.vpc("files", "atl1");
        String id = api.ok(
                        "POST",
                        "/v2/nfs",
                        "{'name':'files','size_gib':50,'region':'nyc2','vpc_ids':['%s']}"
                                .formatted(api.vpc("files-2", "nyc2")))
                .at("/share/id")
                .asString();
        api.ok("GET", "/v2/nfs/" + id, "");
        api.settle();
        api.ok("GET", "/v2/nfs/" + id, "");
        api.ok("POST", "/v2/nfs/" + id + "/actions", "{'type':'resize','params':{'size_gib':60}}");
        api.settle();
        api.ok("POST", "/v2/nfs/" + id + "/actions", "{'type':'snapshot','params':{'name':'s'}}");
        api.ok("GET", "/v2/nfs/snapshots", "");
        api.settle();
        String snapshot =
                api.ok("GET", "/v2/nfs/snapshots", "").at("/snapshots/0/id").asString();
        api.ok("GET", "/v2/nfs/snapshots/" + snapshot, "");
        api.ok("DELETE", "/v2/nfs/snapshots/" + snapshot, "");
        String share = api.ok(
                        "POST",
                        "/v2/nfs",
                        "{'name':'files','size_gib':50,'region':'atl1','vpc_ids':['%s']}".formatted(vpc))
                .at("/share/id")
                .asString();
        api.settle();
        String points = "/v2/nfs/shares/" + share + "/access_points";
        String point = api.ok(
                        "POST",
                        points,
                        "{'name':'team','path':'/team','vpc_id':'%s','access_policy':{'anonuid':65534,".formatted(vpc)
                                + "'anongid':65534,'protocols':['NFS4','NFS'],'squash_config':'ROOT_SQUASH',"
                                + "'identity_enforcement_enabled':false}}")
                .at("/access_point/id")
                .asString();
        api.ok("GET", points, "");
        api.ok("GET", "/v2/nfs/access_points/" + point, "");
        api.ok("DELETE", "/v2/nfs/access_points/" + point, "");
        api.ok("GET", "/v2/nfs", "");
        api.ok("DELETE", "/v2/nfs/" + share, "");
    }

    private void networksAndTags() {
        String vpc = api.vpc("net", "nyc3");
        String volume = api.volume("tagged");
        api.ok("GET", "/v2/vpcs", "");
        api.ok("PUT", "/v2/vpcs/" + vpc, "{'name':'net-2','description':'d'}");
        api.ok("PATCH", "/v2/vpcs/" + vpc, "{'description':'e'}");
        api.ok("GET", "/v2/vpcs/" + vpc, "");
        String byDefault = api.ok("GET", "/v2/vpcs", "")
                .at("/vpcs")
                .valueStream()
                .filter(it -> it.path("name").asString().equals("default-nyc3"))
                .findAny()
                .orElseThrow()
                .path("id")
                .asString();
        assertThat(api.ok("GET", "/v2/vpcs/" + byDefault + "/members", "")
                        .at("/members")
                        .size())
                .isPositive();
        api.ok("DELETE", "/v2/vpcs/" + vpc, "");
        api.ok("POST", "/v2/tags", "{'name':'owner:x'}");
        String resources = "{'resources':[{'resource_id':'%s','resource_type':'volume'}]}".formatted(volume);
        api.ok("POST", "/v2/tags/owner:x/resources", resources);
        api.ok("GET", "/v2/tags", "");
        api.ok("GET", "/v2/tags/owner:x", "");
        api.ok("DELETE", "/v2/tags/owner:x/resources", resources);
        api.ok("DELETE", "/v2/tags/owner:x", "");
    }

    /** The document's examples name things of another account, so they are made to name ours. */
    @Test
    void theDocumentsOwnRequestsAreTaken() {
        long droplet = api.runningDroplet("web-1");
        String volume = api.ok("POST", "/v2/volumes", "{'name':'origin','size_gigabytes':10,'region':'nyc1'}")
                .at("/volume/id")
                .asString();
        String snapshot = api.ok("POST", "/v2/volumes/" + volume + "/snapshots", "{'name':'origin'}")
                .at("/snapshot/id")
                .asString();
        String vpc = api.vpc("files", "atl1");
        String share = api.ok(
                        "POST",
                        "/v2/nfs",
                        "{'name':'files','size_gib':50,'region':'atl1','vpc_ids':['%s']}".formatted(vpc))
                .at("/share/id")
                .asString();
        api.settle();
        int taken = 0;
        for (String operation : document.operations()) {
            for (JsonNode example : document.requestExamples(operation).values()) {
                ObjectNode body = (ObjectNode) example.deepCopy();
                replace(body, "snapshot_id", snapshot);
                replace(body, "vpc_id", vpc);
                if (body.has("vpc_ids")) {
                    body.putArray("vpc_ids").add(vpc);
                }
                if (body.has("vpc_uuid")) {
                    body.remove("vpc_uuid");
                }
                // Two of the names break the rule that the document itself states for volumes.
                if (operation.equals("POST /v2/volumes")) {
                    body.put("name", body.path("name").asString().replace('_', '-'));
                }
                taken += send(operation, body, droplet, share);
            }
        }
        assertThat(taken).isEqualTo(13);
        assertThat(wrong).isEmpty();
    }

    private static void replace(ObjectNode body, String field, String value) {
        if (body.has(field)) {
            body.put(field, value);
        }
    }

    private int send(String operation, ObjectNode body, long droplet, String share) {
        int space = operation.indexOf(' ');
        String path = operation.substring(space + 1).replace("{share_id}", share);
        String region = body.path("region").asString("nyc1");
        if (path.startsWith("/v2/volumes/")) {
            // A volume and a Droplet that are as the example expects them.
            boolean detaches = body.path("type").asString().equals("detach");
            String name = "v-" + Integer.toHexString((path + body).hashCode());
            String volume = api.ok(
                            "POST",
                            "/v2/volumes",
                            "{'name':'%s','size_gigabytes':10,'region':'%s'}".formatted(name, region))
                    .at("/volume/id")
                    .asString();
            long near = api.ok(
                            "POST",
                            "/v2/droplets",
                            "{'name':'x','size':'s-1vcpu-1gb','image':'y','region':'%s'}".formatted(region))
                    .at("/droplet/id")
                    .asLong();
            api.settle();
            if (detaches) {
                api.attach(volume, near);
                api.settle();
            }
            replace(body, "volume_name", name);
            if (body.has("droplet_id")) {
                body.put("droplet_id", near);
            }
            path = path.replace("{volume_id}", volume);
        }
        path = path.replace("{droplet_id}", Long.toString(droplet));
        Reply reply = api.call(operation.substring(0, space), path, body.toString());
        assertThat(reply.status())
                .as("%s %s: %s", operation, body, reply.body())
                .isBetween(200, 299);
        return 1;
    }
}
