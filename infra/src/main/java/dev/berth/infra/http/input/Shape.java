package dev.berth.infra.http.input;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a JSON value must look like to become a Java value: read once from a record's annotations, then kept. */
public sealed interface Shape {
    /**
     * A string.
     *
     * @param min at least so many Unicode code points
     * @param max at most so many Unicode code points
     */
    record Text(@Nullable Pattern pattern, int min, int max) implements Shape {}

    /** A whole number; {@code asInt} where the Java type is {@code int}. */
    record Whole(long min, long max, boolean asInt) implements Shape {}

    /** {@code true} or {@code false}. */
    record Bool() implements Shape {}

    /** A moment, RFC 3339 in UTC with milliseconds. */
    record Moment() implements Shape {}

    /** One of some words. */
    record Word(Class<?> type, Map<String, Object> constants) implements Shape {}

    /** An array; {@code distinct} where the Java type is a set. */
    record Items(Shape item, int min, int max, boolean distinct) implements Shape {}

    /** An object with any fields, whose values are strings, whole numbers of 64 bits, or booleans. */
    record Open(int min, int max) implements Shape {}

    /** An object of any fields, whose values are objects of any JSON. */
    record Sections(int min, int max) implements Shape {}

    /**
     * An object with exactly these fields.
     *
     * @param type   the record
     * @param fields in the order of the record's components
     * @param byName the same by their JSON names
     * @param maker  the canonical constructor, taking one {@code Object[]}
     */
    record Fields(Class<?> type, List<Field> fields, Map<String, Field> byName, MethodHandle maker) implements Shape {}

    /**
     * A field of an object.
     *
     * @param required     whether it must be there: neither nullable nor with a default
     * @param defaultValue what it is when left out
     * @param defaultJson  the same as JSON
     * @param getter       reads it from a record
     * @param inlined      whether the fields of its own object stand in its place
     */
    record Field(
            int index,
            String name,
            Shape shape,
            boolean required,
            @Nullable Object defaultValue,
            @Nullable String defaultJson,
            MethodHandle getter,
            boolean inlined) {
        /** Its value in that record. */
        public @Nullable Object of(Object record) {
            try {
                return getter.invoke(record);
            } catch (Throwable e) {
                throw new IllegalStateException("The accessor of " + name + " failed", e);
            }
        }
    }
}
