package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.http.ApiJson;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.MethodRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies that no method takes, sent to every one of them: each is told what is wrong, and nothing changes. */
class HostileBodiesTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();

    /** A body, how it is sent, and the word by which its answer names what is wrong with it. */
    private record Hostile(byte[] body, String header, String value, String told) {}

    private static Hostile json(String body, String told) {
        return new Hostile(body.getBytes(StandardCharsets.UTF_8), "Content-Type", "application/json", told);
    }

    private static Map<String, Hostile> hostile(String valid) throws IOException {
        Map<String, Hostile> all = new LinkedHashMap<>();
        byte[] bytes = valid.getBytes(StandardCharsets.UTF_8);
        String inside = valid.substring(1);
        all.put("nothing", json("", "body"));
        all.put("cut off", json(valid.substring(0, valid.length() - 1), "body"));
        all.put("two objects", json(valid + valid, "body"));
        all.put("an array", json("[" + valid + "]", "body"));
        all.put("a number", json("7", "body"));
        all.put("a comment", json("/* */" + valid, "body"));
        all.put("single quotes", json(valid.replace('"', '\''), "body"));
        all.put("no number", json("{\"limit\":NaN," + inside, "body"));
        all.put("a field twice", json("{\"tenantId\":\"another\"," + inside, "tenantId"));
        all.put("an unknown field twice", json("{\"x\":1,\"x\":2," + inside, "x"));
        all.put("an escaped name", json("{\"tenant\\u0049d\":\"another\"," + inside, "tenantId"));
        all.put("deep arrays", json("{\"x\":" + "[".repeat(50_000), "body"));
        all.put("deep objects", json("{\"x\":" + "{\"a\":".repeat(40_000) + "1" + "}".repeat(40_000) + "}", "body"));
        all.put("half a character", json("{\"x\":\"\\ud800\"," + inside, "x"));
        all.put("a byte order mark", json("\uFEFF" + valid, "body"));
        byte[] broken = bytes.clone();
        broken[broken.length / 2] = (byte) 0xff;
        all.put("no UTF-8", new Hostile(broken, "Content-Type", "application/json", "body"));
        all.put(
                "UTF-16",
                new Hostile(valid.getBytes(StandardCharsets.UTF_16), "Content-Type", "application/json", "body"));
        for (String type :
                new String[] {"text/plain", "application/xml", "application/json; charset=latin1", "nonsense"}) {
            all.put(type, new Hostile(bytes, "Content-Type", type, "contentType"));
        }
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes);
        }
        all.put("gzip", new Hostile(zipped.toByteArray(), "Content-Encoding", "gzip", "contentEncoding"));
        all.put("called gzip", new Hostile(bytes, "Content-Encoding", "gzip", "contentEncoding"));
        all.put("an unknown encoding", new Hostile(bytes, "Content-Encoding", "identity, br", "contentEncoding"));
        return all;
    }

    @Test
    void everyMethodTellsWhatIsWrongAndChangesNothing() throws IOException {
        JdbcTemplate sql = server.bean(JdbcTemplate.class);
        long before = events(sql);
        for (ApiMethod<?> method : server.bean(MethodRegistry.class).all()) {
            ObjectNode input = (ObjectNode) ApiJson.MAPPER.readTree(method.example());
            input.put("tenantId", ann.tenantId());
            SoftAssertions.assertSoftly(all -> {
                try {
                    hostile(ApiJson.MAPPER.writeValueAsString(input)).forEach((what, sent) -> {
                        Api.Answer answer = send(method.name(), sent);
                        all.assertThat(told(answer))
                                .as("%s with %s: %s", method.name(), what, answer.body())
                                .isEqualTo("400 INVALID_INPUT " + sent.told());
                    });
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        assertThat(events(sql)).isEqualTo(before);
    }

    /** The one encoding that is none. */
    @Test
    void aBodyThatIsCalledWhatItIsIsTaken() {
        String body = "{\"tenantId\":\"" + ann.tenantId() + "\"}";
        assertThat(send(
                                "projects.list",
                                new Hostile(body.getBytes(StandardCharsets.UTF_8), "Content-Encoding", "identity", ""))
                        .status())
                .isEqualTo(200);
    }

    private Api.Answer send(String method, Hostile sent) {
        return Api.send(HttpRequest.newBuilder(ann.uri(method))
                .header("Authorization", "Bearer " + ann.token())
                .header(sent.header(), sent.value())
                .POST(BodyPublishers.ofByteArray(sent.body())));
    }

    private static String told(Api.Answer answer) {
        JsonNode details = answer.body().path("details");
        String field = details.path("violations").path(0).path("field").asString("");
        boolean reasoned = answer.body().path("detail").asString("").length() > 10;
        return answer.status() + " " + answer.text("code") + " "
                + (field.isEmpty() && reasoned ? details.path("reason").asString("") : field);
    }

    /** The tenant's events, refusals and all. */
    private long events(JdbcTemplate sql) {
        Long count = sql.queryForObject(
                "select count(*) from domain_event_entry where payload like ? or meta_data like ?",
                Long.class,
                "%" + ann.tenantId() + "%",
                "%" + ann.tenantId() + "%");
        return count == null ? -1 : count;
    }
}
