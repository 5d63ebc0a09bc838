package dev.berth.infra.http.input;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one JSON value by its shape. The parser stands on the value's first token before, on its last one after. A
 * value that breaks its shape is told to the violations, and is then null or of no further use.
 */
final class ValueReader {
    /** More digits than any number of 64 bits has. */
    private static final int MOST_DIGITS = 20;

    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");

    private ValueReader() {}

    static @Nullable Object read(JsonParser parser, Shape shape, Path path, Violations violations) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            violations.add(path, "must not be null");
            return null;
        }
        return switch (shape) {
            case Shape.Text text -> text(parser, text, path, violations);
            case Shape.Whole whole -> whole(parser, whole, path, violations);
            case Shape.Bool bool -> bool(parser, path, violations);
            case Shape.Word word -> word(parser, word, path, violations);
            case Shape.Items items -> items(parser, items, path, violations);
            case Shape.Open open -> open(parser, open, path, violations);
            case Shape.Sections sections -> sections(parser, sections, path, violations);
            case Shape.Fields fields -> fields(parser, fields, path, violations);
            case Shape.Moment ignored -> moment(parser, path, violations);
        };
    }

    private static @Nullable Object fields(JsonParser parser, Shape.Fields shape, Path path, Violations violations) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return wrong(parser, path, "must be an object", violations);
        }
        int before = violations.size();
        @Nullable Object[] values = new @Nullable Object[shape.fields().size()];
        boolean[] seen = new boolean[values.length];
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            Shape.Field field = shape.byName().get(name);
            if (field == null) {
                wrong(parser, path.field(name), "is not a known field", violations);
            } else if (seen[field.index()]) {
                wrong(parser, path.field(name), "is given more than once", violations);
            } else {
                seen[field.index()] = true;
                values[field.index()] = read(parser, field.shape(), path.field(name), violations);
            }
        }
        for (Shape.Field field : shape.fields()) {
            if (!seen[field.index()]) {
                values[field.index()] = field.defaultValue();
                if (field.required()) {
                    violations.add(path.field(field.name()), "is required");
                }
            }
        }
        return violations.size() == before ? make(shape, values) : null;
    }

    private static Object make(Shape.Fields shape, @Nullable Object[] values) {
        try {
            return (Object) shape.maker().invokeExact(values);
        } catch (Throwable e) {
            throw new IllegalStateException("The constructor of " + shape.type().getName() + " failed", e);
        }
    }

    private static @Nullable Object text(JsonParser parser, Shape.Text shape, Path path, Violations violations) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return wrong(parser, path, "must be a string", violations);
        }
        String text = parser.getString();
        if (!storable(text, path, violations)) {
            return null;
        }
        int length = text.codePointCount(0, text.length());
        if (length < shape.min() || length > shape.max()) {
            violations.add(path, "must have " + count(shape.min(), shape.max()) + " characters");
        }
        if (shape.pattern() != null && !shape.pattern().matcher(text).matches()) {
            violations.add(path, "must match " + shape.pattern().pattern());
        }
        return text;
    }

    private static boolean storable(String text, Path path, Violations violations) {
        if (Texts.hasLoneSurrogate(text)) {
            violations.add(path, "must not hold an unpaired surrogate");
            return false;
        }
        if (text.indexOf('\0') >= 0) {
            violations.add(path, "must not hold the character U+0000");
            return false;
        }
        return true;
    }

    private static @Nullable Object whole(JsonParser parser, Shape.Whole shape, Path path, Violations violations) {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            return wrong(parser, path, "must be an integer", violations);
        }
        boolean fits = parser.getStringLength() <= MOST_DIGITS
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && parser.getLongValue() >= shape.min()
                && parser.getLongValue() <= shape.max();
        if (!fits) {
            violations.add(path, "must be " + bounds(shape));
            return null;
        }
        return shape.asInt() ? (Object) (int) parser.getLongValue() : (Object) parser.getLongValue();
    }

    private static @Nullable Object bool(JsonParser parser, Path path, Violations violations) {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> wrong(parser, path, "must be true or false", violations);
        };
    }

    /** Finer parts than milliseconds are cut off. */
    private static @Nullable Object moment(JsonParser parser, Path path, Violations violations) {
        if (parser.currentToken() == JsonToken.VALUE_STRING
                && MOMENT.matcher(parser.getString()).matches()) {
            try {
                return Instant.parse(parser.getString()).truncatedTo(ChronoUnit.MILLIS);
            } catch (DateTimeParseException e) {
                // Such as the 30th of February: told like any other.
            }
        }
        return wrong(parser, path, "must be a time in UTC such as 2026-03-02T09:30:12.345Z", violations);
    }

    private static @Nullable Object word(JsonParser parser, Shape.Word shape, Path path, Violations violations) {
        Object constant = parser.currentToken() == JsonToken.VALUE_STRING
                ? shape.constants().get(parser.getString())
                : null;
        return constant != null
                ? constant
                : wrong(
                        parser,
                        path,
                        "must be one of " + String.join(", ", shape.constants().keySet()),
                        violations);
    }

    private static @Nullable Object items(JsonParser parser, Shape.Items shape, Path path, Violations violations) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return wrong(parser, path, "must be an array", violations);
        }
        List<Object> items = new ArrayList<>();
        Set<Object> distinct = new LinkedHashSet<>();
        int number = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Path here = path.item(number++);
            Object item = read(parser, shape.item(), here, violations);
            if (item != null) {
                items.add(item);
                if (shape.distinct() && !distinct.add(item)) {
                    violations.add(here, "is in the set already");
                }
            }
        }
        if (number < shape.min() || number > shape.max()) {
            violations.add(path, "must have " + count(shape.min(), shape.max()) + " items");
        }
        return shape.distinct() ? Collections.unmodifiableSet(distinct) : Collections.unmodifiableList(items);
    }

    private static @Nullable Object sections(
            JsonParser parser, Shape.Sections shape, Path path, Violations violations) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return wrong(parser, path, "must be an object", violations);
        }
        Map<String, Object> values = tree(parser, path, violations, true);
        if (values.size() < shape.min() || values.size() > shape.max()) {
            violations.add(path, "must have " + count(shape.min(), shape.max()) + " fields");
        }
        return values;
    }

    /** An object's fields; a field that is null is as good as none. */
    private static Map<String, Object> tree(JsonParser parser, Path path, Violations violations, boolean objects) {
        Map<String, Object> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            Path here = path.field(name);
            parser.nextToken();
            if (!storable(name, here, violations)) {
                parser.skipChildren();
            } else if (objects && parser.currentToken() != JsonToken.START_OBJECT) {
                wrong(parser, here, "must be an object", violations);
            } else {
                Object value = json(parser, here, violations);
                if (value != null && values.put(name, value) != null) {
                    violations.add(here, "is given more than once");
                }
            }
        }
        return Collections.unmodifiableMap(values);
    }

    private static @Nullable Object json(JsonParser parser, Path path, Violations violations) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> tree(parser, path, violations, false);
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    Object item = json(parser, path, violations);
                    if (item != null) {
                        items.add(item);
                    }
                }
                yield List.copyOf(items);
            }
            case VALUE_STRING -> storable(parser.getString(), path, violations) ? parser.getString() : null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? (Object) parser.getDoubleValue()
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> null;
        };
    }

    private static @Nullable Object open(JsonParser parser, Shape.Open shape, Path path, Violations violations) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return wrong(parser, path, "must be an object", violations);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        int number = 0;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            number++;
            String name = parser.currentName();
            Path here = path.field(name);
            parser.nextToken();
            if (!storable(name, here, violations)) {
                parser.skipChildren();
                continue;
            }
            Object value = anything(parser, here, violations);
            if (value != null && values.put(name, value) != null) {
                violations.add(here, "is given more than once");
            }
        }
        if (number < shape.min() || number > shape.max()) {
            violations.add(path, "must have " + count(shape.min(), shape.max()) + " fields");
        }
        return Collections.unmodifiableMap(values);
    }

    private static @Nullable Object anything(JsonParser parser, Path path, Violations violations) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> text(parser, ANY_TEXT, path, violations);
            case VALUE_NUMBER_INT -> whole(parser, ANY_WHOLE, path, violations);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> wrong(parser, path, "must be a string, an integer, true or false", violations);
        };
    }

    private static final Shape.Text ANY_TEXT = new Shape.Text(null, 0, 4096);
    private static final Shape.Whole ANY_WHOLE = new Shape.Whole(Long.MIN_VALUE, Long.MAX_VALUE, false);

    private static @Nullable Object wrong(JsonParser parser, Path path, String message, Violations violations) {
        violations.add(path, message);
        parser.skipChildren();
        return null;
    }

    private static String bounds(Shape.Whole shape) {
        return shape.max() == Long.MAX_VALUE
                ? "at least " + shape.min() + " and less than 2^63"
                : "between " + shape.min() + " and " + shape.max();
    }

    private static String count(int min, int max) {
        if (max == Integer.MAX_VALUE) {
            return "at least " + min;
        }
        return min == 0 ? "at most " + max : min + " to " + max;
    }
}
