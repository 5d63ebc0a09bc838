package dev.berth.infra.http.input;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a request's body into the record of its method. Every violation is told, not the first one: unknown, missing,
 * repeated and null fields, wrong JSON types, and broken constraints. Only where the body is no JSON at all is that
 * the one thing told.
 */
public final class InputReader {
    private static final int DEEPEST = 32;
    private static final int LONGEST = 1 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNameLength(LONGEST)
                    .maxNumberLength(LONGEST)
                    .maxStringLength(LONGEST)
                    .build())
            // Names come from strangers: nothing of them may stay in a shared table.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private InputReader() {}

    /**
     * What a body holds.
     *
     * @param dryRun whether it asks only what would happen
     */
    public record Read<T>(T input, boolean dryRun) {}

    /**
     * The record that the body holds, and whether only what would happen is asked.
     *
     * @param changes whether the method changes anything, so that this can be asked
     */
    public static <T> Outcome<Read<T>> read(Class<T> type, byte[] body, boolean changes) {
        if (!changes) {
            return read(type, body).map(input -> new Read<>(input, false));
        }
        return read(Shapes.rehearsable(type), body).map(read -> {
            Shapes.Rehearsable it = (Shapes.Rehearsable) read;
            return new Read<>(type.cast(it.input()), it.dryRun());
        });
    }

    /**
     * The record that the body holds, or what is wrong with it.
     *
     * @param body UTF-8; its length is bounded by the caller
     */
    public static <T> Outcome<T> read(Class<T> type, byte[] body) {
        return read(Shapes.of(type), body).map(type::cast);
    }

    private static Outcome<Object> read(Shape.Fields shape, byte[] body) {
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException e) {
            return invalid("is not valid UTF-8");
        }
        Violations violations = new Violations();
        Object value;
        try (JsonParser parser = JSON.createParser(
                ObjectReadContext.empty(), text.array(), text.arrayOffset() + text.position(), text.remaining())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return invalid("must be a JSON object");
            }
            value = ValueReader.read(parser, shape, Path.BODY, violations);
            if (parser.nextToken() != null) {
                return invalid("must be one JSON object and nothing after it");
            }
        } catch (StreamConstraintsException e) {
            return invalid("is nested more than " + DEEPEST + " levels deep");
        } catch (JacksonException e) {
            return invalid("is not valid JSON" + place(e.getLocation()));
        }
        return violations.isEmpty() && value != null ? Outcome.done(value) : Outcome.refused(violations.problem());
    }

    /** The value that our own JSON stands for; it is an error in the program if it breaks its shape. */
    static Object trusted(Shape shape, String json) {
        Violations violations = new Violations();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            Object value = ValueReader.read(parser, shape, Path.BODY, violations);
            if (value == null || !violations.isEmpty()) {
                throw new IllegalArgumentException("The default " + json + " breaks its own constraints");
            }
            return value;
        }
    }

    private static <T> Outcome<T> invalid(String message) {
        return Outcome.refused(Problem.invalid(Path.BODY.toString(), message));
    }

    private static String place(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }
}
