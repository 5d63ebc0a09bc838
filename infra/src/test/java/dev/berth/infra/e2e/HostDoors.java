package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The simulator's doors for whoever tests: faults of hosts, and what is on them. */
final class HostDoors {
    /** As good as for ever; ended by {@link #clear}. */
    static final int ALWAYS = 1_000_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI base;

    HostDoors(URI base) {
        this.base = base;
    }

    /** The host's next calls of the operation suffer the effect. */
    void fault(String nodeId, String operation, int times, String effect) {
        fault(nodeId, operation, times, effect, 0);
    }

    void fault(String nodeId, String operation, int times, String effect, int delayMs) {
        Map<String, Object> fault = Map.of("op", operation, "times", times, "effect", effect, "delayMs", delayMs);
        Api.send(at(nodeId, "faults").POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(fault))))
                .ok();
    }

    /** How often the faults of the operation can still happen. */
    int left(String nodeId, String operation) {
        int left = 0;
        for (JsonNode fault : Api.send(at(nodeId, "faults").GET()).ok().get("items")) {
            left += fault.get("op").asString().equals(operation)
                    ? fault.get("times").asInt()
                    : 0;
        }
        return left;
    }

    /** How many calls hang at the host. */
    int hanging(String nodeId) {
        return Api.send(at(nodeId, "faults").GET()).ok().get("hanging").asInt();
    }

    /** Ends all faults; calls that hang are carried out now. */
    void clear(String nodeId) {
        succeeded(Api.send(at(nodeId, "faults").DELETE()));
    }

    /** The machines of the host with their states. */
    Map<String, String> machines(String nodeId) {
        Map<String, String> machines = new TreeMap<>();
        for (JsonNode machine : Api.send(at(nodeId, "machines").GET()).ok().get("items")) {
            machines.put(
                    machine.get("instanceId").asString(), machine.get("state").asString());
        }
        return machines;
    }

    /** How often the operation has changed something for the instance. */
    int carriedOut(String nodeId, String operation, String instanceId) {
        for (JsonNode done : Api.send(at(nodeId, "carried-out").GET()).ok().get("items")) {
            if (done.get("instanceId").asString().equals(instanceId)) {
                return done.get(operation).asInt();
            }
        }
        return 0;
    }

    /** The machine vanishes behind the control plane's back. */
    void vanish(String nodeId, String instanceId) {
        succeeded(Api.send(at(nodeId, "machines/" + instanceId).DELETE()));
    }

    /** The machine stops behind the control plane's back. */
    void powerOff(String nodeId, String instanceId) {
        Api.send(at(nodeId, "machines/" + instanceId + "/power-off").POST(HttpRequest.BodyPublishers.noBody()))
                .ok();
    }

    private HttpRequest.Builder at(String nodeId, String what) {
        return HttpRequest.newBuilder(base.resolve("/_simulator/hosts/" + nodeId + "/" + what));
    }

    private static void succeeded(Api.Answer answer) {
        assertThat(answer.status()).isBetween(200, 299);
    }
}
