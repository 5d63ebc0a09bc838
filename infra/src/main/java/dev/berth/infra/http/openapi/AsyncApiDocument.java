package dev.berth.infra.http.openapi;

import dev.berth.query.feed.EventContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The published events as an AsyncAPI 3 document, made from the contract that the code keeps. */
public final class AsyncApiDocument {
    private static final String DESCRIPTION = """
        Every event is a CloudEvent 1.0 with its place in the feed, `position`. The same events come by three ways: \
        `events.list`, a stream of server-sent events, and webhooks. By each they come in the order of their positions, \
        none is left out, and one may come more than once: tell it by its `id`. A field may be added to an event at any \
        time; nothing else changes under a version.\
        """;

    private final List<EventContract.Document> documents;

    /** Of these events. */
    public AsyncApiDocument(EventDocuments documents) {
        this.documents = documents.all();
    }

    /** The document, as maps, lists and plain values. */
    public Map<String, Object> build() {
        return object(
                "asyncapi",
                "3.0.0",
                "info",
                object(
                        "title",
                        "Berth",
                        "version",
                        "1",
                        "description",
                        DESCRIPTION,
                        "license",
                        object("name", "Apache-2.0")),
                "defaultContentType",
                "application/json",
                "channels",
                object("stream", stream(), "webhook", webhook()),
                "operations",
                object(
                        "sendToStream",
                        object(
                                "action", "send",
                                "channel", reference("channels/stream"),
                                "summary", "Sends a tenant's events to whoever holds a stream open."),
                        "sendToWebhook",
                        object(
                                "action", "send",
                                "channel", reference("channels/webhook"),
                                "summary", "Posts a tenant's events to the address of a subscription.")),
                "components",
                components());
    }

    private Map<String, Object> stream() {
        return object(
                "address",
                "/api/compute/events/stream",
                "description",
                "Server-sent events: `id` is the position, `data` the event. The header `Last-Event-ID`, or else the "
                        + "parameter `after`, says after which position it begins; without either it begins now.",
                "messages",
                messages());
    }

    private Map<String, Object> webhook() {
        return object(
                "description",
                "A POST for each event, in the format of Standard Webhooks. An answer of 2xx takes it; anything else"
                        + " is tried again.",
                "messages",
                messages());
    }

    private Map<String, Object> messages() {
        Map<String, Object> messages = new LinkedHashMap<>();
        documents.forEach(it -> messages.put(it.type(), reference("components/messages/" + it.type())));
        return messages;
    }

    private Map<String, Object> components() {
        Map<String, Object> messages = new LinkedHashMap<>();
        Map<String, Object> schemas = new LinkedHashMap<>();
        schemas.put("CloudEvent", cloudEvent());
        for (EventContract.Document document : documents) {
            schemas.put(document.type(), EventDocuments.schema(document));
            messages.put(document.type(), message(document));
        }
        return object(
                "messages",
                messages,
                "schemas",
                schemas,
                "securitySchemes",
                object("token", object("type", "http", "scheme", "bearer")));
    }

    private static Map<String, Object> message(EventContract.Document document) {
        return object(
                "name",
                document.type(),
                "title",
                document.type(),
                "summary",
                document.summary(),
                "contentType",
                "application/cloudevents+json",
                "payload",
                object(
                        "allOf",
                        List.of(
                                reference("components/schemas/CloudEvent"),
                                object(
                                        "type",
                                        "object",
                                        "properties",
                                        object(
                                                "type",
                                                object("const", document.type()),
                                                "data",
                                                reference("components/schemas/" + document.type()))))),
                "examples",
                List.of(object("name", document.type(), "payload", EventDocuments.example(document))),
                "x-version",
                document.version());
    }

    private static Map<String, Object> cloudEvent() {
        return object(
                "type",
                "object",
                "required",
                List.of(
                        "specversion",
                        "id",
                        "source",
                        "type",
                        "subject",
                        "time",
                        "datacontenttype",
                        "position",
                        "data"),
                "properties",
                object(
                        "specversion", object("const", "1.0"),
                        "id", text("The same whenever the event comes again."),
                        "source", text("The tenant, as /berth/tenants/ and its id."),
                        "type", text("What it tells."),
                        "subject", text("The id, or the name, of the resource that it is about."),
                        "time", object("type", "string", "format", "date-time"),
                        "datacontenttype", object("const", "application/json"),
                        "position",
                                object(
                                        "type",
                                        "integer",
                                        "format",
                                        "int64",
                                        "minimum",
                                        1,
                                        "description",
                                        "Its place in the feed; only grows."),
                        "data", object("type", "object")));
    }

    private static Map<String, Object> text(String description) {
        return object("type", "string", "description", description);
    }

    private static Map<String, Object> reference(String to) {
        return object("$ref", "#/" + to);
    }

    private static Map<String, Object> object(Object... fields) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            object.put((String) fields[i], fields[i + 1]);
        }
        return object;
    }
}
