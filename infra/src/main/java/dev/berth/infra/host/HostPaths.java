package dev.berth.infra.host;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.berth.infra.host.Exchanges.Refused;
import java.io.IOException;
import java.util.function.Function;
import tools.jackson.core.JacksonException;

/**
 * Requests on paths in which ids and words take turns, a node's id first: {@code node_1/machines/inst_1/start}.
 *
 * <p>What is wrong with a request is answered as what was thrown says.
 */
abstract class HostPaths implements HttpHandler {
    private final String prefix;

    HostPaths(String prefix) {
        this.prefix = prefix;
    }

    /** Answers the request; {@code parts} has at least one, and its ids are ids. */
    abstract void dispatch(HttpExchange exchange, String[] parts) throws IOException;

    @Override
    public final void handle(HttpExchange exchange) {
        try {
            String[] parts = exchange.getRequestURI()
                    .getPath()
                    .substring(prefix.length())
                    .split("/", -1);
            for (int i = 0; i < parts.length; i += 2) {
                if (!SimulatedHosts.isId(parts[i])) {
                    throw Exchanges.badRequest("The path names no id at '" + parts[i] + "'");
                }
            }
            dispatch(exchange, parts);
        } catch (Refused e) {
            Exchanges.answer(exchange, e);
        } catch (IOException | RuntimeException e) {
            Exchanges.answerUnexpected(exchange, e);
        }
    }

    /** What the body says; one that can't be read, or that {@code reader} takes for wrong, is a bad request. */
    static <T> T body(HttpExchange exchange, Function<byte[], T> reader) throws IOException {
        byte[] body = Exchanges.body(exchange);
        try {
            return reader.apply(body);
        } catch (JacksonException e) {
            throw Exchanges.badRequest("The body can't be read: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            throw Exchanges.badRequest(String.valueOf(e.getMessage()));
        }
    }

    static Refused nothingThere(HttpExchange exchange) {
        return Exchanges.notFound("There is no " + exchange.getRequestMethod() + " "
                + exchange.getRequestURI().getPath());
    }
}
