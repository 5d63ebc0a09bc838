package dev.berth.infra.e2e.random;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** What exists and can be named in an input, learnt from answers. */
final class KnownIds {
    private static final int MOST = 200;

    private final List<String> ids = new ArrayList<>();
    private final Map<String, List<String>> byField = new LinkedHashMap<>();

    /** Something of this id exists. */
    void add(String id) {
        if (!ids.contains(id)) {
            ids.add(id);
        }
        if (ids.size() > MOST) {
            ids.remove(MOST / 2);
        }
    }

    /** A field of this name has had this value. */
    void add(String field, String value) {
        List<String> values = byField.computeIfAbsent(field, it -> new ArrayList<>());
        if (values.size() < MOST && !values.contains(value)) {
            values.add(value);
        }
    }

    /** One that a field of this name and pattern takes; null if none is known. */
    String matching(String field, String pattern, RandomGenerator random) {
        List<String> values = byField.get(field);
        if (values == null) {
            Pattern compiled = Pattern.compile(pattern);
            values = ids.stream()
                    .filter(it -> it.indexOf('_') > 0 && pattern.startsWith("^" + it.substring(0, it.indexOf('_') + 1)))
                    .filter(it -> compiled.matcher(it).matches())
                    .toList();
        }
        return values.isEmpty() ? null : values.get(random.nextInt(values.size()));
    }
}
