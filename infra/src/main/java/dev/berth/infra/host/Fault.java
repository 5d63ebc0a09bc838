package dev.berth.infra.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the next calls of a host suffer.
 *
 * @param operation which calls
 * @param times how many of them, 1 to {@value #MOST_TIMES}
 * @param effect what happens to them
 * @param delayMillis for {@link Effect#LATE}: how much later, up to {@value #MOST_DELAY_MS}
 */
record Fault(HostOperation operation, int times, Effect effect, long delayMillis) {

    static final int MOST_TIMES = 1_000_000;
    static final int MOST_DELAY_MS = 600_000;
    private static final int DEFAULT_DELAY_MS = 2000;
    private static final int MOST_AT_ONCE = 1000;
    private static final Set<String> FIELDS = Set.of("op", "times", "effect", "delayMs");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    enum Effect {
        /** Not carried out; the host says that it failed, which may pass. */
        FAIL("fail"),
        /** Not carried out; the host refuses for good. */
        REFUSE("refuse"),
        /** Waits until the faults are cleared, and is then carried out, if no higher fence has come. */
        HANG("hang"),
        /** Carried out; the connection is closed without an answer. */
        DROP_ANSWER("dropAnswer"),
        /** Carried out after the delay, if no higher fence has come, and whether or not the caller still waits. */
        LATE("late");

        private final String word;

        Effect(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        static Optional<Effect> of(String word) {
            return Stream.of(values())
                    .filter(effect -> effect.word.equals(word))
                    .findAny();
        }
    }

    Fault once() {
        return new Fault(operation, 1, effect, delayMillis);
    }

    Fault less() {
        return new Fault(operation, times - 1, effect, delayMillis);
    }

    /**
     * Reads one fault or a list of them.
     *
     * @throws IllegalArgumentException with everything that is wrong with the text
     */
    static List<Fault> read(byte[] json) {
        JsonNode root;
        try {
            root = JSON.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("The body is not JSON: " + e.getOriginalMessage(), e);
        }
        if (!root.isObject() && !root.isArray()) {
            throw new IllegalArgumentException("The body has to be a fault or a list of faults");
        }
        List<JsonNode> items = root.isArray() ? root.valueStream().toList() : List.of(root);
        if (items.isEmpty() || items.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("A list holds 1 to %d faults".formatted(MOST_AT_ONCE));
        }
        List<String> wrong = new ArrayList<>();
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            read(items.get(i), root.isArray() ? "[" + i + "]" : "", wrong).ifPresent(faults::add);
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", wrong));
        }
        return faults;
    }

    private static Optional<Fault> read(JsonNode item, String where, List<String> wrong) {
        if (!item.isObject()) {
            wrong.add((where + " has to be an object").strip());
            return Optional.empty();
        }
        String prefix = where.isEmpty() ? "" : where + ".";
        item.propertyNames().stream()
                .filter(name -> !FIELDS.contains(name))
                .forEach(name -> wrong.add(prefix + name + " is not known"));
        Optional<HostOperation> operation = HostOperation.of(item.path("op").asString(""));
        if (operation.isEmpty()) {
            wrong.add(prefix + "op has to be one of "
                    + words(Stream.of(HostOperation.values()).map(HostOperation::word)));
        }
        Optional<Effect> effect = Effect.of(item.path("effect").asString(""));
        if (effect.isEmpty()) {
            wrong.add(prefix + "effect has to be one of "
                    + words(Stream.of(Effect.values()).map(Effect::word)));
        }
        int times = number(item, "times", 1, 1, MOST_TIMES, prefix, wrong);
        int delay = number(item, "delayMs", DEFAULT_DELAY_MS, 0, MOST_DELAY_MS, prefix, wrong);
        return operation.flatMap(op -> effect.map(ef -> new Fault(op, times, ef, delay)));
    }

    private static int number(
            JsonNode item, String field, int absent, int least, int most, String prefix, List<String> wrong) {
        JsonNode value = item.get(field);
        if (value == null) {
            return absent;
        }
        if (value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= least
                && value.intValue() <= most) {
            return value.intValue();
        }
        wrong.add(String.format(Locale.ROOT, "%s%s has to be an integer from %d to %d", prefix, field, least, most));
        return absent;
    }

    private static String words(Stream<String> words) {
        return words.collect(Collectors.joining(", "));
    }
}
