package dev.berth.infra.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The door for whoever tests: {@code /_simulator/faults} (GET, POST, DELETE), {@code /_simulator/latency} and
 * {@code /_simulator/limits} (GET, POST), {@code /_simulator/requests} (GET). It asks for no token.
 */
final class Control implements HttpHandler {

    static final List<String> PATHS =
            List.of("/_simulator/faults", "/_simulator/latency", "/_simulator/limits", "/_simulator/requests");

    private static final Logger LOG = LoggerFactory.getLogger(Control.class);
    private static final int MOST_BYTES = 1 << 20;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Account account;
    private final Tables tables;
    private final ApiFaults faults;
    private final RequestLog log;

    Control(Account account, Tables tables, ApiFaults faults, RequestLog log) {
        this.account = account;
        this.tables = tables;
        this.faults = faults;
        this.log = log;
    }

    @Override
    public void handle(HttpExchange exchange) {
        try (exchange) {
            Answer answer;
            try {
                answer = answer(exchange);
            } catch (IllegalArgumentException e) {
                answer = failure(400, "badRequest", String.valueOf(e.getMessage()));
            } catch (RuntimeException e) {
                LOG.atError()
                        .addKeyValue("path", exchange.getRequestURI().getPath())
                        .setCause(e)
                        .log("The simulator could not be told something");
                answer = failure(500, "failed", "The simulator could not answer; its log says why");
            }
            send(exchange, answer);
        } catch (IOException e) {
            LOG.atDebug()
                    .addKeyValue("path", exchange.getRequestURI().getPath())
                    .log("The caller has gone");
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            return failure(413, "tooLarge", "The body is over %d bytes".formatted(MOST_BYTES));
        }
        String what =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        switch (what) {
            case "GET /_simulator/faults" -> {
                return shownFaults();
            }
            case "POST /_simulator/faults" -> {
                faults.add(ControlInput.faults(body));
                return shownFaults();
            }
            case "DELETE /_simulator/faults" -> {
                faults.clear();
                return Answer.empty(204);
            }
            case "GET /_simulator/latency" -> {
                return latency(tables.settings());
            }
            case "POST /_simulator/latency" -> {
                return latency(change(old -> ControlInput.latency(body, old)));
            }
            case "GET /_simulator/limits" -> {
                return limits(tables.settings());
            }
            case "POST /_simulator/limits" -> {
                return limits(change(old -> ControlInput.limits(body, old)));
            }
            case "GET /_simulator/requests" -> {
                return Answer.of(200, log.since(since(exchange.getRequestURI().getRawQuery())));
            }
            default -> {
                return failure(404, "notFound", "There is no " + what);
            }
        }
    }

    private Settings change(UnaryOperator<Settings> change) {
        Settings[] changed = {tables.settings()};
        account.carryOut(now -> {
            changed[0] = change.apply(tables.settings());
            tables.put(changed[0]);
            return Answer.empty(204);
        });
        return changed[0];
    }

    private static long since(@Nullable String query) {
        String since = ApiRequest.query(query).getOrDefault("since", "0");
        if (!since.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("since has to be a number, at least 0");
        }
        return Long.parseLong(since);
    }

    private Answer shownFaults() {
        List<Map<String, @Nullable Object>> items =
                faults.list().stream().map(Control::view).toList();
        return Answer.of(200, Map.of("items", items));
    }

    private static Map<String, @Nullable Object> view(ApiFault fault) {
        Map<String, @Nullable Object> view = Json.object(
                "method", fault.method(),
                "path", fault.path(),
                "times", fault.times(),
                "effect", fault.effect().word());
        switch (fault.effect()) {
            case STATUS -> view.put("status", fault.status());
            case DELAY, LATE_ANSWER -> view.put("delayMs", fault.delayMs());
            default -> {}
        }
        return view;
    }

    private static Answer latency(Settings settings) {
        return Answer.of(
                200,
                Json.object(
                        "actionMs", settings.actionMs(),
                        "vanishMs", settings.vanish(),
                        "hiddenMs", settings.hiddenMs(),
                        "listLagMs", settings.listLagMs(),
                        "snapshotIntervalMs", settings.snapshotIntervalMs()));
    }

    private static Answer limits(Settings settings) {
        return Answer.of(
                200,
                Json.object(
                        "volumes", settings.volumes(),
                        "droplets", settings.droplets(),
                        "volumeGiB", settings.volumeGiB(),
                        "perMinute", settings.perMinute(),
                        "perHour", settings.perHour()));
    }

    private static Answer failure(int status, String reason, String error) {
        return Answer.of(status, Map.of("reason", reason, "error", error));
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        if (answer.body() == null) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        byte[] json = JSON.writeValueAsBytes(answer.body());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), json.length);
        exchange.getResponseBody().write(json);
    }
}
