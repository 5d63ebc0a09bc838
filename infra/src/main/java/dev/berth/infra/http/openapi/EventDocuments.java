package dev.berth.infra.http.openapi;

import dev.berth.query.feed.EventContract;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A document for each published event, made from the contract that the code keeps. */
public final class EventDocuments {
    private final Map<String, EventContract.Document> byType = new LinkedHashMap<>();

    /** Of all published events. */
    public EventDocuments() {
        EventContract.documents().forEach(document -> byType.put(document.type(), document));
    }

    /** All of them, in the order of their names. */
    public List<EventContract.Document> all() {
        return List.copyOf(byType.values());
    }

    /** The document of one type, as maps, lists and plain values. */
    public Optional<Map<String, Object>> of(String type) {
        return Optional.ofNullable(byType.get(type)).map(EventDocuments::document);
    }

    private static Map<String, Object> document(EventContract.Document document) {
        List<Map<String, Object>> fields = new ArrayList<>();
        for (EventContract.Field field : document.fields()) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("name", field.name());
            told.put("type", word(field.schema()));
            told.put("required", field.required());
            Descriptions.of(field.name()).ifPresent(text -> told.put("description", text));
            fields.add(told);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("type", document.type());
        all.put("version", document.version());
        all.put("summary", document.summary());
        all.put("fields", fields);
        all.put("schema", schema(document));
        all.put("example", example(document));
        return all;
    }

    /** The type of a field in one word for people. */
    static String word(Map<String, Object> schema) {
        return schema.get("enum") instanceof List<?> words
                ? "one of "
                        + String.join(", ", words.stream().map(String::valueOf).toList())
                : String.valueOf(schema.getOrDefault("format", schema.get("type")));
    }

    /** The schema of {@code data}, each field with what it means. */
    static Map<String, Object> schema(EventContract.Document document) {
        Map<String, Object> schema = new LinkedHashMap<>(document.schema());
        Map<String, Object> properties = new LinkedHashMap<>();
        for (EventContract.Field field : document.fields()) {
            Map<String, Object> property = new LinkedHashMap<>(field.schema());
            Descriptions.of(field.name()).ifPresent(text -> property.put("description", text));
            properties.put(field.name(), property);
        }
        schema.put("properties", properties);
        return schema;
    }

    /** A whole event. */
    static Map<String, Object> example(EventContract.Document document) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("specversion", "1.0");
        event.put("id", "01jd8h6r3s5t7v9w1x2y4z6a8b");
        event.put("source", "/berth/tenants/acme");
        event.put("type", document.type());
        event.put("subject", document.subject());
        event.put("time", "2026-03-02T09:30:12.345Z");
        event.put("datacontenttype", "application/json");
        event.put("position", 42);
        event.put("data", document.example());
        return event;
    }
}
