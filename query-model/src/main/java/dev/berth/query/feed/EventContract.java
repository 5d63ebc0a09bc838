package dev.berth.query.feed;

import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import dev.berth.query.ViewJson;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What subscribers may rely on, read from the code that publishes: each kind of event is made up and published, and what
 * comes out is the contract. So the documents can't say anything else than what is sent.
 */
public final class EventContract {
    private EventContract() {}

    /**
     * A field of a published event.
     *
     * @param schema   its JSON Schema
     * @param required whether every event of the type has it
     */
    public record Field(String name, Map<String, Object> schema, boolean required) {}

    /**
     * The contract of one published type.
     *
     * @param version grows with every change that is not an addition
     * @param summary one sentence
     * @param fields  those of {@code data}
     * @param subject an example of the resource's id
     * @param example an example of {@code data}
     */
    public record Document(
            String type, int version, String summary, List<Field> fields, String subject, Map<String, Object> example) {
        /** The JSON Schema of {@code data}. Fields that are not named may be added at any time. */
        public Map<String, Object> schema() {
            return object(fields);
        }
    }

    /** All published types, in the order of their names. */
    public static List<Document> documents() {
        Map<String, List<Published>> byType = new TreeMap<>();
        for (Class<?> type : EventTypes.all()) {
            for (boolean full : new boolean[] {true, false}) {
                DomainEvent event = EventSamples.of(type, full);
                for (Published published : PublishedEvents.of(event)) {
                    byType.computeIfAbsent(published.type(), name -> new ArrayList<>())
                            .add(published);
                }
            }
        }
        return byType.entrySet().stream()
                .map(entry -> document(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Document document(String type, List<Published> samples) {
        Map<String, Object> values = new LinkedHashMap<>();
        samples.forEach(sample -> sample.data().forEach(values::putIfAbsent));
        List<Field> fields = values.entrySet().stream()
                .map(value -> new Field(
                        value.getKey(),
                        schema(value.getValue()),
                        samples.stream().allMatch(sample -> sample.data().containsKey(value.getKey()))))
                .toList();
        Published first = samples.getFirst();
        PublishedTypes.Text text = PublishedTypes.of(type);
        return new Document(
                type,
                text.version(),
                text.summary(),
                fields,
                first.subject(),
                ViewJson.readMap(ViewJson.write(first.data()).data()));
    }

    private static Map<String, Object> schema(Object value) {
        return switch (value) {
            case String ignored -> typed("string");
            case Instant ignored -> with(typed("string"), "format", "date-time");
            case Boolean ignored -> typed("boolean");
            case Integer ignored -> with(typed("integer"), "format", "int32");
            case Long ignored -> with(typed("integer"), "format", "int64");
            case Enum<?> word -> with(typed("string"), "enum", words(word));
            case Collection<?> items ->
                with(typed("array"), "items", schema(items.iterator().next()));
            case Map<?, ?> fields ->
                object(fields.entrySet().stream()
                        .map(entry -> new Field(String.valueOf(entry.getKey()), schema(entry.getValue()), true))
                        .toList());
            case Record fields -> object(fields(fields));
            default -> throw new IllegalStateException("What " + value.getClass() + " is in JSON was not decided");
        };
    }

    private static List<String> words(Enum<?> word) {
        return Arrays.stream(word.getDeclaringClass().getEnumConstants())
                .map(constant -> ViewJson.write(constant).data().replace("\"", ""))
                .toList();
    }

    private static List<Field> fields(Record sample) {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : sample.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(sample);
                if (value != null) {
                    fields.add(new Field(
                            component.getName(),
                            schema(value),
                            component.getType().isPrimitive()));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("A sample can't be read", e);
            }
        }
        return fields;
    }

    private static Map<String, Object> object(List<Field> fields) {
        Map<String, Object> properties = new LinkedHashMap<>();
        fields.forEach(field -> properties.put(field.name(), field.schema()));
        return with(
                with(typed("object"), "properties", properties),
                "required",
                fields.stream().filter(Field::required).map(Field::name).toList());
    }

    private static Map<String, Object> typed(String type) {
        return with(new LinkedHashMap<>(), "type", type);
    }

    private static Map<String, Object> with(Map<String, Object> schema, String name, Object value) {
        schema.put(name, value);
        return schema;
    }
}
