package dev.berth.infra.host;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Reads requests and answers them in JSON. */
final class Exchanges {

    private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);
    private static final int MOST_BYTES = 1 << 20;
    static final JsonMapper JSON = JsonMapper.builder().build();

    private Exchanges() {}

    /** An answer that is no success, thrown by what handles a request. */
    static final class Refused extends RuntimeException {
        private final int status;
        private final String reason;

        Refused(int status, String reason, String message) {
            super(message);
            this.status = status;
            this.reason = reason;
        }

        int status() {
            return status;
        }

        Map<String, Object> body() {
            return Map.of("reason", reason, "error", String.valueOf(getMessage()));
        }
    }

    static Refused badRequest(String message) {
        return new Refused(400, "badRequest", message);
    }

    static Refused notFound(String message) {
        return new Refused(404, "notFound", message);
    }

    /** @throws Refused when it is over 1 MiB */
    static byte[] body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new Refused(413, "tooLarge", "The body is over " + MOST_BYTES + " bytes");
        }
        return body;
    }

    /** Answers in JSON; a caller that has gone is no error. */
    static void answer(HttpExchange exchange, int status, Object body) {
        byte[] json = JSON.writeValueAsBytes(body);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, json.length);
            exchange.getResponseBody().write(json);
        } catch (IOException e) {
            LOG.atDebug()
                    .addKeyValue("path", exchange.getRequestURI().getPath())
                    .log("The caller has gone");
        }
    }

    /** Answers that it worked and that there is nothing to say. */
    static void answerNothing(HttpExchange exchange) {
        try (exchange) {
            exchange.sendResponseHeaders(204, -1);
        } catch (IOException e) {
            LOG.atDebug()
                    .addKeyValue("path", exchange.getRequestURI().getPath())
                    .log("The caller has gone");
        }
    }

    static void answer(HttpExchange exchange, Refused refused) {
        answer(exchange, refused.status(), refused.body());
    }

    static void answerUnexpected(HttpExchange exchange, Throwable failure) {
        LOG.atError()
                .addKeyValue("path", exchange.getRequestURI().getPath())
                .setCause(failure)
                .log("The simulator could not answer");
        answer(exchange, new Refused(500, "failed", "The simulator could not answer; its log says why"));
    }
}
