package dev.berth.infra.http.openapi;

import dev.berth.infra.http.ApiJson;
import dev.berth.infra.http.MethodRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Serves the OpenAPI document at {@code /openapi} and Swagger UI, which shows it, at {@code /docs}. */
public final class OpenApiPages {
    private static final String VERSION = "META-INF/maven/org.webjars/swagger-ui/pom.properties";

    private static final String PAGE = """
        <!doctype html>
        <html lang="en">
        <head>
          <meta charset="utf-8">
          <title>Berth: the HTTP contract</title>
          <link rel="stylesheet" href="/webjars/swagger-ui/VERSION/swagger-ui.css">
          <link rel="icon" href="data:,">
        </head>
        <body>
          <div id="ui"></div>
          <script src="/webjars/swagger-ui/VERSION/swagger-ui-bundle.js"></script>
          <script>
            SwaggerUIBundle({url: "/openapi", dom_id: "#ui", deepLinking: true, docExpansion: "none",
              persistAuthorization: true, validatorUrl: null});
          </script>
        </body>
        </html>
        """;

    private OpenApiPages() {}

    /** The routes of both. The document is made once, when it is first asked for. */
    public static RouterFunction<ServerResponse> routes(MethodRegistry methods) {
        Supplier<byte[]> document =
                SingletonSupplier.of(() -> ApiJson.MAPPER.writeValueAsBytes(new OpenApiDocument(methods).build()));
        String page = PAGE.replace("VERSION", swaggerUiVersion());
        MediaType html = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
        return RouterFunctions.route()
                .GET(
                        "/openapi",
                        request -> ServerResponse.ok()
                                .contentType(MediaType.APPLICATION_JSON)
                                .body(document.get()))
                .GET("/docs", request -> ServerResponse.ok().contentType(html).body(page))
                .build();
    }

    private static String swaggerUiVersion() {
        Properties properties = new Properties();
        try (InputStream in = OpenApiPages.class.getClassLoader().getResourceAsStream(VERSION)) {
            if (in == null) {
                throw new IllegalStateException("Swagger UI is not on the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("Swagger UI's version can't be read", e);
        }
        return properties.getProperty("version");
    }
}
