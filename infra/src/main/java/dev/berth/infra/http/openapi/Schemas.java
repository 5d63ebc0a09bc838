package dev.berth.infra.http.openapi;

import dev.berth.api.Command;
import dev.berth.infra.http.ApiJson;
import dev.berth.infra.http.input.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON Schemas (2020-12) of shapes. Objects become named components. */
final class Schemas {
    private static final String DRY_RUN =
            "Only asks: the same checks and decision, answered with {dryRun, resource, events}"
                    + " as they would be, and nothing is kept.";

    private final Map<String, Object> components = new TreeMap<>();
    private final Map<String, Class<?>> types = new TreeMap<>();

    /** All objects so far, by name. */
    Map<String, Object> components() {
        return components;
    }

    /** The schema of an input: nothing but what is declared is taken. */
    Map<String, Object> input(Shape shape) {
        return schema(shape, true);
    }

    /** The schema of an answer: it may gain fields. */
    Map<String, Object> output(Shape shape) {
        return schema(shape, false);
    }

    private Map<String, Object> schema(Shape shape, boolean input) {
        return switch (shape) {
            case Shape.Text text -> text(text);
            case Shape.Whole whole -> whole(whole);
            case Shape.Bool bool -> typed("boolean");
            case Shape.Moment moment -> with(typed("string"), "format", "date-time");
            case Shape.Word word ->
                with(typed("string"), "enum", List.copyOf(word.constants().keySet()));
            case Shape.Items items -> items(items, input);
            case Shape.Open open -> open(open, input);
            case Shape.Sections sections ->
                with(
                        with(typed("object"), "additionalProperties", typed("object")),
                        "maxProperties",
                        Math.min(sections.max(), Integer.MAX_VALUE));
            case Shape.Fields fields -> reference(fields, input);
        };
    }

    private static Map<String, Object> text(Shape.Text text) {
        Map<String, Object> schema = typed("string");
        if (text.min() > 0) {
            schema.put("minLength", text.min());
        }
        if (text.max() < Integer.MAX_VALUE) {
            schema.put("maxLength", text.max());
        }
        if (text.pattern() != null) {
            schema.put("pattern", text.pattern().pattern());
        }
        return schema;
    }

    private static Map<String, Object> whole(Shape.Whole whole) {
        Map<String, Object> schema = typed("integer");
        schema.put("format", whole.asInt() ? "int32" : "int64");
        if (whole.min() > (whole.asInt() ? Integer.MIN_VALUE : Long.MIN_VALUE)) {
            schema.put("minimum", whole.min());
        }
        if (whole.max() < (whole.asInt() ? Integer.MAX_VALUE : Long.MAX_VALUE)) {
            schema.put("maximum", whole.max());
        }
        return schema;
    }

    private Map<String, Object> items(Shape.Items items, boolean input) {
        Map<String, Object> schema = typed("array");
        schema.put("items", schema(items.item(), input));
        if (items.min() > 0) {
            schema.put("minItems", items.min());
        }
        if (items.max() < Integer.MAX_VALUE) {
            schema.put("maxItems", items.max());
        }
        if (items.distinct()) {
            schema.put("uniqueItems", true);
        }
        return schema;
    }

    private static Map<String, Object> open(Shape.Open open, boolean input) {
        Map<String, Object> schema = typed("object");
        if (input) {
            schema.put("additionalProperties", Map.of("type", List.of("string", "integer", "boolean")));
            if (open.max() < Integer.MAX_VALUE) {
                schema.put("maxProperties", open.max());
            }
        }
        return schema;
    }

    private Map<String, Object> reference(Shape.Fields fields, boolean input) {
        String name = fields.type().getSimpleName().replaceFirst("View$", "");
        Class<?> other = types.put(name, fields.type());
        if (other != null && other != fields.type()) {
            throw new IllegalStateException(other + " and " + fields.type() + " would both be the schema " + name);
        }
        if (!components.containsKey(name)) {
            components.put(name, Map.of());
            components.put(name, object(fields, input));
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private Map<String, Object> object(Shape.Fields fields, boolean input) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        collect(fields, input, properties, required);
        if (input && Command.class.isAssignableFrom(fields.type())) {
            properties.put("dryRun", with(with(typed("boolean"), "default", false), "description", DRY_RUN));
        }
        Map<String, Object> schema = typed("object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (input) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private void collect(Shape.Fields fields, boolean input, Map<String, Object> properties, List<String> required) {
        for (Shape.Field field : fields.fields()) {
            if (field.inlined() && field.shape() instanceof Shape.Fields inner) {
                collect(inner, input, properties, required);
                continue;
            }
            Map<String, Object> property = new LinkedHashMap<>(schema(field.shape(), input));
            Descriptions.of(field.name()).ifPresent(text -> property.put("description", text));
            if (field.defaultJson() != null) {
                property.put("default", ApiJson.MAPPER.readTree(field.defaultJson()));
            }
            properties.put(field.name(), property);
            if (field.required()) {
                required.add(field.name());
            }
        }
    }

    private static Map<String, Object> typed(String type) {
        return with(new LinkedHashMap<>(), "type", type);
    }

    private static Map<String, Object> with(Map<String, Object> schema, String name, Object value) {
        schema.put(name, value);
        return schema;
    }
}
