package dev.berth.infra.e2e.random;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes inputs for the methods of an OpenAPI document: valid by their schema, wrong in one place, or hostile as a whole.
 * The same seed and the same known ids make the same inputs.
 */
final class RandomInput {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> TEXTS = List.of(
            "x",
            "10.66.0.0/24",
            "10.0.0.0/0",
            "999.1.1.1/99",
            "::1/64",
            "10.66.0.7",
            "https://images.example.com/a.img",
            "http://",
            "https://[",
            "file:///etc/passwd",
            "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
            "AAAA",
            "!!!!",
            "permit(principal, action, resource);",
            "permit(principal, action == Action::\"compute:instances:create\", resource) when { resource.vcpu <= 4 };",
            "forbid(principal, action, resource) when { resource.nothing == 1 };",
            "permit(((((",
            "${jndi:ldap://127.0.0.1/x}",
            "'; drop table domain_event_entry; --",
            "%s%n%p",
            "\uD83D\uDE80 é ß 漢字",
            "\u0001\u001f\u007f\u200f\u2028\ufffe",
            "../../etc",
            "<script>");

    private final Map<String, JsonNode> schemas = new LinkedHashMap<>();
    private final Map<String, JsonNode> methods = new LinkedHashMap<>();
    private final List<String> names;
    private final RandomGenerator random;
    private final KnownIds known;
    private final String tenantId;

    RandomInput(JsonNode document, RandomGenerator random, KnownIds known, String tenantId) {
        document.path("components").path("schemas").properties().forEach(it -> schemas.put(it.getKey(), it.getValue()));
        document.path("paths").properties().forEach(it -> {
            JsonNode post = it.getValue().path("post");
            // What is only read by a GET takes no body.
            if (post.isObject()) {
                methods.put(
                        post.path("operationId").asString(),
                        post.path("requestBody").path("content").path("application/json"));
            }
        });
        this.names = List.copyOf(methods.keySet());
        this.random = random;
        this.known = known;
        this.tenantId = tenantId;
    }

    /** What is wrong with an input, as far as its maker knows. */
    enum Flaw {
        /** Its shape is right; what it says may still be refused. */
        NONE,
        /** INVALID_INPUT, whatever it says. */
        SHAPE,
        /** PAYLOAD_TOO_LARGE. */
        SIZE
    }

    /** One request. */
    record Shot(String method, byte[] body, String contentType, boolean chunked, Flaw flaw, String what) {
        @Override
        public String toString() {
            String text = new String(body, StandardCharsets.UTF_8);
            return method + " (" + what + (chunked ? ", chunked" : "") + "): "
                    + (text.length() > 600 ? text.substring(0, 600) + "…" : text);
        }
    }

    /** The methods that inputs are made for. */
    List<String> names() {
        return names;
    }

    /** The next request: the methods in turn, and of each all kinds of inputs. */
    Shot next(int number) {
        String method = names.get(number % names.size());
        boolean chunked = random.nextInt(4) == 0;
        Map<String, Object> valid = valid(method);
        int kind = random.nextInt(10);
        if (kind < 4) {
            return new Shot(method, bytes(valid), "application/json", chunked, Flaw.NONE, "valid");
        }
        if (kind < 8) {
            Mutation mutation =
                    new Mutation(random, this::schema, methods.get(method).path("schema"));
            String json = mutation.flawed(valid);
            return new Shot(
                    method,
                    json.getBytes(StandardCharsets.UTF_8),
                    "application/json",
                    chunked,
                    Flaw.SHAPE,
                    mutation.what());
        }
        return Hostile.shot(method, bytes(valid), chunked, random);
    }

    private static byte[] bytes(Map<String, Object> body) {
        return JSON.writeValueAsBytes(body);
    }

    private Map<String, Object> valid(String method) {
        @SuppressWarnings("unchecked")
        Map<String, Object> body =
                (Map<String, Object>) value("", methods.get(method).path("schema"));
        return body;
    }

    private JsonNode schema(JsonNode node) {
        String ref = node.path("$ref").asString("");
        return ref.isEmpty() ? node : schemas.get(ref.substring(ref.lastIndexOf('/') + 1));
    }

    private Object value(String name, JsonNode declared) {
        JsonNode schema = schema(declared);
        if (schema.has("enum")) {
            return schema.path("enum")
                    .get(random.nextInt(schema.path("enum").size()))
                    .asString();
        }
        return switch (schema.path("type").asString()) {
            case "string" -> text(name, schema);
            case "integer" -> number(name, schema);
            case "boolean" -> random.nextBoolean();
            case "array" -> list(name, schema);
            case "object" -> object(schema);
            default -> throw new IllegalStateException("No generator for " + schema);
        };
    }

    private Map<String, Object> object(JsonNode schema) {
        Map<String, Object> object = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(it -> required.add(it.asString()));
        schema.path("properties").properties().forEach(it -> {
            if (required.contains(it.getKey()) || random.nextInt(3) == 0) {
                object.put(it.getKey(), value(it.getKey(), it.getValue()));
            }
        });
        if (schema.path("additionalProperties").isObject()) {
            object.put("createdBy", "ann");
            object.put("vcpu", random.nextInt());
            object.put("nothing" + random.nextInt(9), random.nextBoolean());
        }
        return object;
    }

    private List<Object> list(String name, JsonNode schema) {
        int least = schema.path("minItems").asInt(0);
        int most = Math.min(schema.path("maxItems").asInt(3), 3);
        int size = least + random.nextInt(most - least + 1);
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Object item = value(name, schema.path("items"));
            if (!items.contains(item)) {
                items.add(item);
            }
        }
        return items;
    }

    private long number(String name, JsonNode schema) {
        long least = schema.path("minimum").asLong(0);
        long most = schema.path("maximum").asLong(Integer.MAX_VALUE);
        if (name.equals("timeoutMs")) {
            return random.nextInt(30);
        }
        return switch (random.nextInt(5)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> random.nextLong(least, most == Long.MAX_VALUE ? most : most + 1);
            default -> Math.min(most, least + random.nextInt(16));
        };
    }

    private String text(String name, JsonNode schema) {
        if (name.equals("tenantId")) {
            return tenantId;
        }
        String pattern = schema.path("pattern").asString("");
        if (pattern.isEmpty()) {
            return freeText(schema);
        }
        String id = random.nextInt(4) == 0 ? null : known.matching(name, pattern, random);
        return id != null ? id : RandomText.matching(pattern, random);
    }

    private String freeText(JsonNode schema) {
        int most = schema.path("maxLength").asInt(200);
        if (random.nextInt(20) == 0) {
            return "\uD83D\uDE80".repeat(most);
        }
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        return text.codePointCount(0, text.length()) > most ? "x" : text;
    }
}
