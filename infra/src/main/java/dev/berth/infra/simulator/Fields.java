package dev.berth.infra.simulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fields of a request's body. What is missing or of another type is refused with the status of its family; a body
 * that is no JSON object is always 400.
 */
final class Fields {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonNode node;
    private final int status;

    private Fields(JsonNode node, int status) {
        this.node = node;
        this.status = status;
    }

    /**
     * @param body may be empty, which is an object without fields
     * @param status of the refusals
     */
    static Fields read(byte[] body, int status) {
        if (body.length == 0) {
            return new Fields(JSON.createObjectNode(), status);
        }
        try {
            JsonNode node = JSON.readTree(body);
            if (node.isObject()) {
                return new Fields(node, status);
            }
        } catch (JacksonException e) {
            // As below.
        }
        throw new Refused(400, "The request body could not be parsed.");
    }

    Refused wrong(String message) {
        return new Refused(status, message);
    }

    private @Nullable JsonNode get(String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value;
    }

    boolean has(String name) {
        return get(name) != null;
    }

    @Nullable
    String textOrNull(String name) {
        JsonNode value = get(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(name + " must be a string");
        }
        return value.stringValue();
    }

    String text(String name) {
        String value = textOrNull(name);
        if (value == null || value.isEmpty()) {
            throw wrong(name + " is required");
        }
        return value;
    }

    /** A text, or a number as text. */
    String textOrNumber(String name) {
        JsonNode value = get(name);
        if (value != null && value.isIntegralNumber()) {
            return value.bigIntegerValue().toString();
        }
        return text(name);
    }

    @Nullable
    Long numberOrNull(String name) {
        JsonNode value = get(name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(name + " must be an integer");
        }
        return value.longValue();
    }

    /** @throws Refused also when it is not within the bounds */
    int number(String name, int least, int most) {
        Long value = numberOrNull(name);
        if (value == null) {
            throw wrong(name + " is required");
        }
        if (value < least || value > most) {
            throw wrong("%s must be between %d and %d".formatted(name, least, most));
        }
        return value.intValue();
    }

    boolean flag(String name, boolean absent) {
        JsonNode value = get(name);
        if (value == null) {
            return absent;
        }
        if (!value.isBoolean()) {
            throw wrong(name + " must be a boolean");
        }
        return value.booleanValue();
    }

    /** Empty where the field is missing. */
    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : items(name)) {
            if (!item.isString()) {
                throw wrong(name + " must be an array of strings");
            }
            texts.add(item.stringValue());
        }
        return texts;
    }

    List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        for (JsonNode item : items(name)) {
            if (!item.isObject()) {
                throw wrong(name + " must be an array of objects");
            }
            objects.add(new Fields(item, status));
        }
        return objects;
    }

    private List<JsonNode> items(String name) {
        JsonNode value = get(name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            throw wrong(name + " must be an array");
        }
        return value.valueStream().toList();
    }

    /** An object without fields where it is missing. */
    Fields object(String name) {
        JsonNode value = get(name);
        if (value == null) {
            return new Fields(JSON.createObjectNode(), status);
        }
        if (!value.isObject()) {
            throw wrong(name + " must be an object");
        }
        return new Fields(value, status);
    }
}
