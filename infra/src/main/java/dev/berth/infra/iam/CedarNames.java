package dev.berth.infra.iam;

import com.cedarpolicy.value.CedarList;
import com.cedarpolicy.value.CedarMap;
import com.cedarpolicy.value.EntityTypeName;
import com.cedarpolicy.value.PrimBool;
import com.cedarpolicy.value.PrimLong;
import com.cedarpolicy.value.PrimString;
import com.cedarpolicy.value.Value;
import dev.berth.api.iam.Role;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The contract's names and values in Cedar's words, and the actions and resource types that the schema declares. */
final class CedarNames {
    static final EntityTypeName USER = type("User");
    static final EntityTypeName ACTION = type("Action");

    private static final Pattern DECLARED_ENTITY = Pattern.compile("\\bCompute[A-Za-z]+\\b");
    private static final Pattern DECLARED_ACTION = Pattern.compile("\"(compute:[a-zA-Z]+:[a-z]+)\"");

    private final Map<String, EntityTypeName> types = new TreeMap<>();
    private final Set<String> actions = new HashSet<>();

    /** The names that this schema declares. */
    CedarNames(String schema) {
        Matcher entity = DECLARED_ENTITY.matcher(schema);
        while (entity.find()) {
            types.put(kebab(entity.group()), type(entity.group()));
        }
        Matcher action = DECLARED_ACTION.matcher(schema);
        while (action.find()) {
            actions.add(action.group(1));
        }
    }

    /** Cedar's type for such as {@code compute-instance}, or null where the schema has none. */
    @Nullable
    EntityTypeName resourceType(String type) {
        return types.get(type);
    }

    /** Whether the schema declares the action. */
    boolean isAction(String action) {
        return actions.contains(action);
    }

    /** Every action. */
    Set<String> actions() {
        return Set.copyOf(actions);
    }

    /** Every resource type, such as {@code compute-instance}. */
    Set<String> resourceTypes() {
        return Set.copyOf(types.keySet());
    }

    /** A role as policies test it, such as {@code admin}. */
    static String role(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** Attributes in Cedar's values. Throws IllegalArgumentException, with a sentence, for what Cedar has no value for. */
    static Map<String, Value> values(Map<String, ?> attributes) {
        Map<String, Value> values = new HashMap<>();
        attributes.forEach((name, value) -> values.put(name, value(name, value)));
        return values;
    }

    private static Value value(String name, Object value) {
        return switch (value) {
            case String text -> new PrimString(text);
            case Boolean flag -> new PrimBool(flag);
            case Integer number -> new PrimLong(number.longValue());
            case Long number -> new PrimLong(number);
            case Collection<?> items ->
                new CedarList(List.copyOf(
                        items.stream().map(item -> value(name, item)).toList()));
            case Map<?, ?> fields -> {
                Map<String, Value> record = new HashMap<>();
                fields.forEach((key, item) -> record.put(String.valueOf(key), value(name, item)));
                yield new CedarMap(record);
            }
            default ->
                throw new IllegalArgumentException(
                        "The attribute " + name + " is no text, whole number or truth value");
        };
    }

    private static String kebab(String camel) {
        return camel.replaceAll("(?<!^)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static EntityTypeName type(String name) {
        return EntityTypeName.parse(name).orElseThrow();
    }
}
