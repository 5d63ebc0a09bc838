package dev.berth.infra.http.openapi;

import dev.berth.infra.http.ApiJson;
import dev.berth.query.feed.EventContract;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.HtmlUtils;

/**
 * Serves the AsyncAPI document at {@code /asyncapi}, a page about all published events at {@code /docs/events}, and the
 * document of each at {@code /docs/events/<type>}.
 */
public final class EventPages {
    private static final String PAGE = """
        <!doctype html>
        <html lang="en">
        <head>
          <meta charset="utf-8">
          <title>Berth: published events</title>
          <link rel="icon" href="data:,">
          <style>
            body {font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem}
            table {border-collapse: collapse} td, th {text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top}
            pre {background: #f4f4f4; padding: .6rem; overflow-x: auto} h2 {margin-top: 2.5rem}
          </style>
        </head>
        <body>
          <h1>Published events</h1>
          <p>As a document for programs: <a href="/asyncapi">AsyncAPI 3</a>. Fields may be added to an event at any time;
          nothing else changes under its version.</p>
          EVENTS
        </body>
        </html>
        """;

    private EventPages() {}

    /** The routes. What they answer is made once, when it is first asked for. */
    public static RouterFunction<ServerResponse> routes() {
        Supplier<EventDocuments> documents = SingletonSupplier.of(EventDocuments::new);
        Supplier<byte[]> asyncApi = SingletonSupplier.of(
                () -> ApiJson.MAPPER.writeValueAsBytes(new AsyncApiDocument(documents.get()).build()));
        Supplier<String> page = SingletonSupplier.of(() -> page(documents.get()));
        MediaType html = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
        return RouterFunctions.route()
                .GET(
                        "/asyncapi",
                        request -> ServerResponse.ok()
                                .contentType(MediaType.APPLICATION_JSON)
                                .body(asyncApi.get()))
                .GET(
                        "/docs/events",
                        request -> ServerResponse.ok().contentType(html).body(page.get()))
                .GET(
                        "/docs/events/{type}",
                        request -> documents
                                .get()
                                .of(request.pathVariable("type"))
                                .map(document -> ServerResponse.ok()
                                        .contentType(MediaType.APPLICATION_JSON)
                                        .body(ApiJson.MAPPER.writeValueAsBytes(document)))
                                .orElseGet(() -> ServerResponse.notFound().build()))
                .build();
    }

    private static String page(EventDocuments documents) {
        StringBuilder events = new StringBuilder();
        for (EventContract.Document document : documents.all()) {
            events.append("<h2 id=\"%1$s\"><a href=\"/docs/events/%1$s\">%1$s</a></h2><p>%2$s Version %3$d.</p><table>"
                    .formatted(document.type(), text(document.summary()), document.version()));
            for (EventContract.Field field : document.fields()) {
                events.append("<tr><td><code>%s</code></td><td>%s%s</td><td>%s</td></tr>"
                        .formatted(
                                field.name(),
                                text(EventDocuments.word(field.schema())),
                                field.required() ? "" : ", optional",
                                text(Descriptions.of(field.name()).orElse(""))));
            }
            String example = ApiJson.MAPPER
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(EventDocuments.example(document));
            events.append("</table><pre>").append(text(example)).append("</pre>\n");
        }
        return PAGE.replace("EVENTS", events);
    }

    private static String text(String plain) {
        return HtmlUtils.htmlEscape(plain);
    }
}
