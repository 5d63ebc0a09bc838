package dev.berth.infra.simulator;

import dev.berth.infra.simulator.ApiFault.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what a test tells the simulator, and says everything that is wrong with it. */
final class ControlInput {

    static final int MOST_DELAY_MS = 600_000;
    private static final int MOST_TIMES = 1_000_000;
    private static final int MOST_AT_ONCE = 1000;
    private static final int DEFAULT_DELAY_MS = 2000;
    private static final Pattern METHOD = Pattern.compile("GET|POST|PUT|PATCH|DELETE");
    private static final Set<String> FAULT =
            Set.of("method", "path", "times", "effect", "status", "message", "id", "delayMs");
    private static final Set<String> LATENCY =
            Set.of("actionMs", "vanishMs", "hiddenMs", "listLagMs", "snapshotIntervalMs");
    private static final Set<String> LIMITS = Set.of("volumes", "droplets", "volumeGiB", "perMinute", "perHour");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final List<String> wrong = new ArrayList<>();

    private ControlInput() {}

    /**
     * Reads one fault or a list of them.
     *
     * @throws IllegalArgumentException with everything that is wrong with the text
     */
    static List<ApiFault> faults(byte[] body) {
        JsonNode root = tree(body);
        if (!root.isObject() && !root.isArray()) {
            throw new IllegalArgumentException("The body has to be a fault or a list of faults");
        }
        List<JsonNode> items = root.isArray() ? root.valueStream().toList() : List.of(root);
        if (items.isEmpty() || items.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("A list holds 1 to %d faults".formatted(MOST_AT_ONCE));
        }
        ControlInput input = new ControlInput();
        List<ApiFault> faults = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            faults.add(input.fault(items.get(i), root.isArray() ? "[" + i + "]." : ""));
        }
        input.end();
        return faults;
    }

    private ApiFault fault(JsonNode item, String where) {
        known(item, FAULT, where);
        String method = text(item, "method", where);
        if (method == null || !METHOD.matcher(method).matches()) {
            wrong.add(where + "method has to be one of GET, POST, PUT, PATCH, DELETE");
        }
        String path = text(item, "path", where);
        if (path == null || !path.startsWith("/v2") || path.contains("?")) {
            wrong.add(where + "path has to begin with /v2 and has no query");
        }
        String word = text(item, "effect", where);
        Effect effect = Effect.of(word == null ? "" : word).orElse(null);
        if (effect == null) {
            wrong.add(where + "effect has to be one of "
                    + Stream.of(Effect.values()).map(Effect::word).collect(Collectors.joining(", ")));
        }
        return new ApiFault(
                String.valueOf(method),
                String.valueOf(path),
                number(item, "times", 1, 1, MOST_TIMES, where),
                effect == null ? Effect.STATUS : effect,
                number(item, "status", 500, 400, 599, where),
                text(item, "message", where),
                text(item, "id", where),
                number(item, "delayMs", DEFAULT_DELAY_MS, 0, MOST_DELAY_MS, where));
    }

    /**
     * Changes what the body names; what it does not name stays.
     *
     * @throws IllegalArgumentException with everything that is wrong with the text
     */
    static Settings latency(byte[] body, Settings old) {
        ControlInput input = new ControlInput();
        JsonNode root = tree(body);
        input.known(root, LATENCY, "");
        Settings changed = old.withLatency(
                input.number(root, "actionMs", old.actionMs(), 0, MOST_DELAY_MS, ""),
                root.has("vanishMs") ? input.numberOrNull(root, "vanishMs", 0, MOST_DELAY_MS) : old.vanishMs(),
                input.number(root, "hiddenMs", old.hiddenMs(), 0, MOST_DELAY_MS, ""),
                input.number(root, "listLagMs", old.listLagMs(), 0, MOST_DELAY_MS, ""),
                input.number(root, "snapshotIntervalMs", old.snapshotIntervalMs(), 0, MOST_DELAY_MS, ""));
        input.end();
        return changed;
    }

    /**
     * Sets these limits; those that the body does not name are off.
     *
     * @throws IllegalArgumentException with everything that is wrong with the text
     */
    static Settings limits(byte[] body, Settings old) {
        ControlInput input = new ControlInput();
        JsonNode root = tree(body);
        input.known(root, LIMITS, "");
        Settings changed = old.withLimits(
                input.numberOrNull(root, "volumes", 0, MOST_TIMES),
                input.numberOrNull(root, "droplets", 0, MOST_TIMES),
                input.numberOrNull(root, "volumeGiB", 0, Integer.MAX_VALUE),
                input.numberOrNull(root, "perMinute", 0, MOST_TIMES),
                input.numberOrNull(root, "perHour", 0, MOST_TIMES));
        input.end();
        return changed;
    }

    private static JsonNode tree(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("The body is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private void known(JsonNode item, Set<String> fields, String where) {
        if (!item.isObject()) {
            wrong.add(where.isEmpty() ? "The body has to be an object" : where + " has to be an object");
            return;
        }
        item.propertyNames().stream()
                .filter(name -> !fields.contains(name))
                .forEach(name -> wrong.add(where + name + " is not known"));
    }

    private @Nullable String text(JsonNode item, String field, String where) {
        JsonNode value = item.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            wrong.add(where + field + " has to be a text");
            return null;
        }
        return value.stringValue();
    }

    private int number(JsonNode item, String field, int absent, int least, int most, String where) {
        JsonNode value = item.get(field);
        if (value == null || value.isNull()) {
            return absent;
        }
        if (value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= least
                && value.intValue() <= most) {
            return value.intValue();
        }
        wrong.add(String.format(Locale.ROOT, "%s%s has to be an integer from %d to %d", where, field, least, most));
        return absent;
    }

    private @Nullable Integer numberOrNull(JsonNode item, String field, int least, int most) {
        JsonNode value = item.get(field);
        return value == null || value.isNull() ? null : Integer.valueOf(number(item, field, least, least, most, ""));
    }

    private void end() {
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", wrong));
        }
    }
}
