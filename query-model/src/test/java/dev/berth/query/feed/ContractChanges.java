package dev.berth.query.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds what a subscriber that relied on one JSON Schema could not rely on under another. */
final class ContractChanges {
    private ContractChanges() {}

    /** What is broken, one sentence each; empty where there are only additions. */
    static List<String> breaking(String path, Map<?, ?> before, Map<?, ?> after) {
        List<String> broken = new ArrayList<>();
        for (String same : List.of("type", "format")) {
            if (before.get(same) != null && !before.get(same).equals(after.get(same))) {
                broken.add(path + ": " + same + " was " + before.get(same) + " and is " + after.get(same));
            }
        }
        if (before.get("enum") instanceof List<?> words
                && !(after.get("enum") instanceof List<?> now && now.containsAll(words))) {
            broken.add(path + ": a word of " + words + " is gone");
        }
        if (before.get("items") instanceof Map<?, ?> items) {
            broken.addAll(breaking(path + "[]", items, map(after.get("items"))));
        }
        map(before.get("properties")).forEach((name, schema) -> {
            Map<?, ?> now = map(after.get("properties"));
            if (now.containsKey(name)) {
                broken.addAll(breaking(path + "." + name, map(schema), map(now.get(name))));
            } else {
                broken.add(path + "." + name + " is gone");
            }
        });
        if (before.get("required") instanceof List<?> needed) {
            for (Object name : needed) {
                if (!(after.get("required") instanceof List<?> now && now.contains(name))) {
                    broken.add(path + "." + name + " may be absent now");
                }
            }
        }
        return broken;
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
