package dev.berth.infra.store;

import java.util.Map;
import java.util.function.BiFunction;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.ReplayToken;
import org.axonframework.eventhandling.TrackingToken;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Tokens that hold two others: each of those is written under its stable name, where Axon would write its class's. */
final class WrappedTokenJson {
    private static final String RESET = "tokenAtReset";
    private static final String CURRENT = "currentToken";
    private static final String LOWER = "lowerSegmentToken";
    private static final String UPPER = "upperSegmentToken";

    private WrappedTokenJson() {}

    static SimpleModule module(StoredTypes types) {
        SimpleModule module = new SimpleModule("wrapped tokens");
        module.addSerializer(
                ReplayToken.class,
                new Writer<>(types, RESET, token -> token.getTokenAtReset(), CURRENT, ReplayToken::getCurrentToken));
        module.addDeserializer(ReplayToken.class, new Reader<>(types, RESET, CURRENT, (reset, now) ->
                (ReplayToken) ReplayToken.createReplayToken(reset, now)));
        module.addSerializer(
                MergedTrackingToken.class,
                new Writer<>(
                        types,
                        LOWER,
                        MergedTrackingToken::lowerSegmentToken,
                        UPPER,
                        MergedTrackingToken::upperSegmentToken));
        module.addDeserializer(MergedTrackingToken.class, new Reader<>(types, LOWER, UPPER, MergedTrackingToken::new));
        return module;
    }

    @FunctionalInterface
    private interface Part<T> {
        @Nullable
        TrackingToken of(T token);
    }

    private static final class Writer<T> extends ValueSerializer<T> {
        private final StoredTypes types;
        private final String first;
        private final Part<T> getFirst;
        private final String second;
        private final Part<T> getSecond;

        Writer(StoredTypes types, String first, Part<T> getFirst, String second, Part<T> getSecond) {
            this.types = types;
            this.first = first;
            this.getFirst = getFirst;
            this.second = second;
            this.getSecond = getSecond;
        }

        @Override
        public void serialize(T token, JsonGenerator out, SerializationContext context) {
            out.writeStartObject();
            write(first, getFirst.of(token), out);
            write(second, getSecond.of(token), out);
            out.writeEndObject();
        }

        private void write(String field, @Nullable TrackingToken token, JsonGenerator out) {
            if (token != null) {
                out.writeObjectPropertyStart(field);
                out.writePOJOProperty(types.of(token.getClass()).name(), token);
                out.writeEndObject();
            }
        }
    }

    private static final class Reader<T> extends ValueDeserializer<T> {
        private final StoredTypes types;
        private final String first;
        private final String second;
        private final BiFunction<@Nullable TrackingToken, @Nullable TrackingToken, T> make;

        Reader(
                StoredTypes types,
                String first,
                String second,
                BiFunction<@Nullable TrackingToken, @Nullable TrackingToken, T> make) {
            this.types = types;
            this.first = first;
            this.second = second;
            this.make = make;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            JsonNode node = context.readTree(in);
            return make.apply(read(node.get(first), context), read(node.get(second), context));
        }

        private @Nullable TrackingToken read(@Nullable JsonNode node, DeserializationContext context) {
            if (node == null) {
                return null;
            }
            Map.Entry<String, JsonNode> token = node.properties().iterator().next();
            StoredTypes.Entry type = types.named(token.getKey());
            if (type == null) {
                throw new UnreadableStoredType(
                        "The store holds a token \"" + token.getKey() + "\", which this version does not know");
            }
            return (TrackingToken) context.readTreeAsValue(token.getValue(), type.type());
        }
    }
}
