package dev.berth.infra.feed;

import dev.berth.query.feed.FeedQueries.Entry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A published event on its way to subscribers: written once, however many there are.
 *
 * @param position its place in the feed
 * @param eventId  its unique id
 * @param json     the event as a CloudEvent, in UTF-8; never changed
 * @param frame    the same as a server-sent event under its position; never changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record FeedEvent(long position, String tenantId, String eventId, String type, byte[] json, byte[] frame) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final JsonFactory JSON = new JsonFactory();

    /** The event of this entry. */
    static FeedEvent of(Entry entry) {
        byte[] json = json(entry);
        ByteArrayOutputStream frame = new ByteArrayOutputStream(json.length + 40);
        frame.writeBytes(("id: " + entry.position() + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
        frame.writeBytes(json);
        frame.writeBytes(new byte[] {'\n', '\n'});
        return new FeedEvent(
                entry.position(), entry.tenantId(), entry.eventId(), entry.type(), json, frame.toByteArray());
    }

    private static byte[] json(Entry entry) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("specversion", "1.0");
            json.writeStringProperty("id", entry.eventId());
            json.writeStringProperty("source", "/berth/tenants/" + entry.tenantId());
            json.writeStringProperty("type", entry.type());
            json.writeStringProperty("subject", entry.subject());
            json.writeStringProperty("time", TIME.format(entry.time()));
            json.writeStringProperty("datacontenttype", "application/json");
            json.writeNumberProperty("position", entry.position());
            json.writeName("data");
            json.writeRawValue(entry.data());
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
