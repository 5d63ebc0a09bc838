package dev.berth.infra.e2e.random;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Breaks one rule of a schema in an input that keeps them all. */
final class Mutation {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final RandomGenerator random;
    private final UnaryOperator<JsonNode> resolve;
    private final JsonNode schema;
    private String what = "";

    Mutation(RandomGenerator random, UnaryOperator<JsonNode> resolve, JsonNode schema) {
        this.random = random;
        this.resolve = resolve;
        this.schema = schema;
    }

    /** What was done. */
    String what() {
        return what;
    }

    /** JSON that breaks the schema. */
    String flawed(Map<String, Object> valid) {
        return object(valid, resolve.apply(schema));
    }

    private String object(Map<String, Object> valid, JsonNode object) {
        List<String> properties = new ArrayList<>(object.path("properties").propertyNames());
        String field = properties.get(random.nextInt(properties.size()));
        JsonNode declared = resolve.apply(object.path("properties").path(field));
        Map<String, String> raw = new LinkedHashMap<>();
        valid.forEach((name, value) -> raw.put(name, JSON.writeValueAsString(value)));
        switch (random.nextInt(10)) {
            case 0 -> {
                what = "unknown field";
                raw.put(random.nextBoolean() ? "TenantId" : "x\uD83D\uDE80", "1");
            }
            case 1 -> {
                what = "null for " + field;
                raw.put(field, "null");
            }
            case 2 -> {
                List<String> required = new ArrayList<>();
                object.path("required").forEach(it -> required.add(it.asString()));
                if (required.isEmpty()) {
                    raw.put("unknown", "{}");
                } else {
                    raw.remove(required.get(random.nextInt(required.size())));
                }
                what = "missing";
            }
            case 3 -> {
                what = "twice " + field;
                String value = raw.getOrDefault(field, "null");
                raw.put(field, value + ",\"" + field + "\":" + value);
            }
            case 4 -> {
                what = "wrong type for " + field;
                raw.put(field, wrongType(declared.path("type").asString()));
            }
            case 5 -> {
                if (declared.path("type").asString().equals("object") && declared.has("properties")) {
                    @SuppressWarnings("unchecked")
                    Map<String, Object> inner = (Map<String, Object>) valid.getOrDefault(field, Map.of());
                    raw.put(field, object(inner, declared));
                    what = field + "." + what;
                } else {
                    breaks(raw, field, declared);
                }
            }
            default -> breaks(raw, field, declared);
        }
        StringBuilder out = new StringBuilder("{");
        raw.forEach((name, value) -> out.append(out.length() == 1 ? "" : ",")
                .append(JSON.writeValueAsString(name))
                .append(':')
                .append(value));
        return out.append('}').toString();
    }

    private void breaks(Map<String, String> raw, String field, JsonNode declared) {
        what = "breaks " + field;
        raw.put(
                field,
                switch (declared.path("type").asString()) {
                    case "string" -> text(declared);
                    case "integer" -> number(declared);
                    case "array" -> list(declared);
                    case "boolean" -> "\"true\"";
                    default -> "[]";
                });
    }

    private String wrongType(String right) {
        List<String> all = new ArrayList<>(
                List.of("1", "\"x\"", "true", "[1]", "{\"a\":{\"b\":[]}}", "null", "1.5", "-0.0", "1e400", "[[[[]]]]"));
        switch (right) {
            case "string" -> all.remove("\"x\"");
            case "integer" -> all.remove("1");
            case "boolean" -> all.remove("true");
            case "array" -> all.removeAll(List.of("[1]", "[[[[]]]]"));
            default -> all.remove("{\"a\":{\"b\":[]}}");
        }
        return all.get(random.nextInt(all.size()));
    }

    private String text(JsonNode declared) {
        if (declared.has("enum")) {
            return random.nextBoolean() ? "\"\"" : "\"RUNNING\"";
        }
        int choice = random.nextInt(6);
        if (choice == 0) {
            return "\"a\\ud800b\"";
        }
        if (choice == 1) {
            return "\"\\udc00\"";
        }
        if (choice == 2) {
            return "\"x\\u0000y\"";
        }
        if (choice == 3 && declared.has("maxLength")) {
            return "\"" + "é".repeat(declared.path("maxLength").asInt() + 1) + "\"";
        }
        if (declared.has("pattern")) {
            return List.of("\"\"", "\" \"", "\"a\\n\"", "\"漢字\"", "\"" + "a".repeat(2000) + "\\t\"")
                    .get(random.nextInt(5));
        }
        return "\"\\uDBFF\"";
    }

    private String number(JsonNode declared) {
        List<String> all = new ArrayList<>(List.of(
                "1.0",
                "10.5",
                "1e2",
                "\"1\"",
                "9223372036854775808",
                "-9223372036854775809",
                "1" + "0".repeat(400),
                "NaN",
                "-Infinity",
                "01",
                "+1",
                "0x10"));
        if (declared.has("minimum")) {
            all.add(Long.toString(declared.path("minimum").asLong() - 1));
            all.add("-1");
        }
        if (declared.has("maximum")) {
            all.add(Long.toString(declared.path("maximum").asLong() + 1));
        }
        return all.get(random.nextInt(all.size()));
    }

    private String list(JsonNode declared) {
        int most = declared.path("maxItems").asInt(0);
        return switch (random.nextInt(4)) {
            case 0 -> "[null]";
            case 1 -> "[[]]";
            case 2 -> most == 0 ? "{}" : "[" + "\"x\",".repeat(most) + "\"x\"]";
            default -> "[{}]";
        };
    }
}
