package dev.berth.infra.http.openapi;

import dev.berth.infra.http.EventStreamServlet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The one GET of the contract: the stream of events. */
final class StreamOperation {
    static final String PATH = EventStreamServlet.PATH;

    private static final String EXAMPLE = """
        id: 42
        data: {"specversion":"1.0","id":"01jd8h6r3s5t7v9w1x2y4z6a8b","source":"/berth/tenants/acme",\
        "type":"instance.scheduled","subject":"inst_01jd8h6r3s5t7v9w1x2y4z6a8b","time":"2026-03-02T09:30:12.345Z",\
        "datacontenttype":"application/json","position":42,"data":{"instanceId":"inst_01jd8h6r3s5t7v9w1x2y4z6a8b",\
        "nodeId":"node_01jd8h3ap2c4e6g8j0k1m3n5q7"}}

        """;

    private StreamOperation() {}

    /** The operation; {@code errors} are the responses that tell its errors, by status. */
    static Map<String, Object> build(Map<String, Object> errors) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", "events.stream");
        operation.put("tags", List.of("events"));
        operation.put("summary", "The tenant's published events as they come, as server-sent events.");
        operation.put(
                "description",
                "Decides `" + EventStreamServlet.ACTION
                        + "` on `compute-tenant`, at first and as long as it is open: it ends with the event `end`,"
                        + " whose data has `code` and `detail`, once that is refused, or when the server stops. `id`"
                        + " is the position: send the last one as `Last-Event-ID` to go on after it. A comment is sent"
                        + " after 15 s of silence. CONFLICT: the position is from before a backup was restored.");
        operation.put("x-berth-kind", "read");
        operation.put("x-berth-action", EventStreamServlet.ACTION);
        operation.put("x-berth-resource", "compute-tenant");
        operation.put(
                "parameters",
                List.of(
                        parameter("tenantId", "query", true, "string", "The tenant whose events are wanted.", "acme"),
                        parameter(
                                "types",
                                "query",
                                false,
                                "string",
                                "Types of events, separated by commas; without " + "it all.",
                                "instance.running,instance.deleted"),
                        parameter(
                                "after",
                                "query",
                                false,
                                "integer",
                                "The position after which it begins; 0 is the "
                                        + "beginning. Without it, and without `Last-Event-ID`, it begins now.",
                                41),
                        parameter(
                                "generation",
                                "query",
                                false,
                                "string",
                                "The feed's generation in which the position "
                                        + "was given; of another one it is refused.",
                                "8b7df143-d91c-4b5e-8f3b-0a4c5d6e7f80"),
                        parameter(
                                "Last-Event-ID", "header", false, "integer", "As `after`, which it goes before.", 41)));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(
                "200",
                Map.of(
                        "description",
                        "The events, until either side ends it.",
                        "headers",
                        Map.of(
                                "X-Request-Id",
                                Map.of("$ref", "#/components/headers/X-Request-Id"),
                                EventStreamServlet.GENERATION,
                                Map.of(
                                        "description",
                                        "The feed's generation: another one once a backup was restored, whose "
                                                + "positions are not those given before.",
                                        "schema",
                                        Map.of("type", "string"))),
                        "content",
                        Map.of("text/event-stream", Map.of("schema", Map.of("type", "string"), "example", EXAMPLE))));
        responses.putAll(errors);
        operation.put("responses", responses);
        return operation;
    }

    private static Map<String, Object> parameter(
            String name, String in, boolean required, String type, String description, Object example) {
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", in);
        parameter.put("required", required);
        parameter.put("description", description);
        parameter.put("schema", Map.of("type", type));
        parameter.put("example", example);
        return parameter;
    }
}
