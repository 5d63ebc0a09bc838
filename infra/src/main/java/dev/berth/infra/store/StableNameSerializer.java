package dev.berth.infra.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.axonframework.messaging.MetaData;
import org.axonframework.serialization.SerializationException;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SerializedType;
import org.axonframework.serialization.SimpleSerializedObject;
import org.axonframework.serialization.SimpleSerializedType;
import org.axonframework.serialization.jackson3.Jackson3Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes everything that is stored as JSON under a stable name and revision, never under a Java class name.
 *
 * <p>A name or revision that is not known is an error and not an "unknown type" that readers would pass over: older
 * revisions have to be brought up to the current one by an upcaster before they come here. JSON is written compactly,
 * in the order of declaration, without nulls; a field that the type does not have is an error. Metadata values other
 * than text, numbers and truth values are written as text that holds their JSON.
 */
public final class StableNameSerializer extends Jackson3Serializer {
    private static final String METADATA = MetaData.class.getName();

    private final StoredTypes types;
    private final Map<Class<?>, ObjectReader> readers = new ConcurrentHashMap<>();
    private final Map<Class<?>, ObjectWriter> writers = new ConcurrentHashMap<>();

    /** Over this registry, which may still grow. */
    public StableNameSerializer(StoredTypes types) {
        super(Jackson3Serializer.builder().jsonMapperBuilderCustomizer(builder -> customize(builder, types)));
        this.types = types;
    }

    private static void customize(JsonMapper.Builder builder, StoredTypes types) {
        builder.changeDefaultVisibility(checker -> checker.withFieldVisibility(Visibility.ANY)
                        .withGetterVisibility(Visibility.NONE)
                        .withIsGetterVisibility(Visibility.NONE)
                        .withSetterVisibility(Visibility.NONE))
                .changeDefaultPropertyInclusion(inclusion -> inclusion
                        .withValueInclusion(JsonInclude.Include.NON_NULL)
                        .withContentInclusion(JsonInclude.Include.NON_NULL))
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .addModule(WrappedTokenJson.module(types));
    }

    /** The registry. */
    public StoredTypes types() {
        return types;
    }

    /** The JSON of a stored object. */
    public String write(Object object) {
        try {
            Object shown = object instanceof MetaData metadata ? plain(metadata) : object;
            return writers.computeIfAbsent(shown.getClass(), getObjectMapper()::writerFor)
                    .writeValueAsString(shown);
        } catch (JacksonException e) {
            throw new SerializationException(object.getClass().getName() + " can't be written as JSON", e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> SerializedObject<T> serialize(@Nullable Object object, Class<T> expectedRepresentation) {
        if (object == null) {
            return super.serialize(object, expectedRepresentation);
        }
        SerializedType type = typeForClass(object.getClass());
        String json = write(object);
        T data;
        if (expectedRepresentation.equals(String.class)) {
            data = (T) json;
        } else if (expectedRepresentation.equals(byte[].class)) {
            data = (T) json.getBytes(StandardCharsets.UTF_8);
        } else {
            data = getConverter().convert(json, expectedRepresentation);
        }
        return new SimpleSerializedObject<>(data, expectedRepresentation, type);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <S, T> @Nullable T deserialize(SerializedObject<S> object) {
        if (SerializedType.emptyType().equals(object.getType())) {
            return null;
        }
        ObjectReader reader = readers.computeIfAbsent(classForType(object.getType()), getObjectMapper()::readerFor);
        try {
            return switch (object.getData()) {
                case String json -> (T) reader.readValue(json);
                case byte[] json -> (T) reader.readValue(json);
                case JsonNode json -> (T) reader.readValue(json);
                default ->
                    (T) reader.readValue(
                            getConverter().convert(object, byte[].class).getData());
            };
        } catch (JacksonException e) {
            throw new SerializationException(
                    "Stored JSON can't be read as " + object.getType().getName() + " revision "
                            + object.getType().getRevision(),
                    e);
        }
    }

    @Override
    public Class<?> classForType(SerializedType type) {
        if (SerializedType.emptyType().equals(type)) {
            return Void.class;
        }
        // Axon itself names the type of metadata, which is stored in a column of its own.
        if (type.getName().equals(METADATA)) {
            return MetaData.class;
        }
        StoredTypes.Entry entry = types.named(type.getName());
        if (entry == null) {
            throw new UnreadableStoredType("The store holds \"" + type.getName()
                    + "\", which this version does not know; a newer version has written it, or it was removed from"
                    + " the registry");
        }
        // Tokens are stored with their name only.
        if (type.getRevision() != null && !type.getRevision().equals(entry.revision())) {
            throw new UnreadableStoredType("The store holds \"" + type.getName() + "\" in revision "
                    + type.getRevision() + ", this version reads revision " + entry.revision()
                    + ", and no upcaster leads there");
        }
        return entry.type();
    }

    @Override
    public SerializedType typeForClass(@SuppressWarnings("rawtypes") @Nullable Class type) {
        if (type == null || Void.TYPE.equals(type) || Void.class.equals(type)) {
            return SimpleSerializedType.emptyType();
        }
        StoredTypes.Entry entry = types.of(type);
        return new SimpleSerializedType(entry.name(), entry.revision());
    }

    private Map<String, Object> plain(MetaData metadata) {
        Map<String, Object> out = new LinkedHashMap<>();
        metadata.forEach((key, value) -> {
            if (value != null) {
                boolean simple = value instanceof CharSequence || value instanceof Number || value instanceof Boolean;
                out.put(key, simple ? value : json(value));
            }
        });
        return out;
    }

    private String json(Object value) {
        return writers.computeIfAbsent(value.getClass(), getObjectMapper()::writerFor)
                .writeValueAsString(value);
    }
}
