package dev.berth.infra.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.berth.infra.simulator.ApiFault.Effect;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /v2} over HTTP: who asks, whether too often, which fault it suffers, and the form of every answer.
 *
 * <p>Owns: authentication, rate limits, faults, the headers, the log of requests.<br>
 * Does not own: what is answered ({@link Router}), the state ({@link Account}).<br>
 * Invariants: each request has a thread of its own, so one that waits keeps nobody else waiting. A fault hits before
 * token and limits are looked at.<br>
 * On failure: 500 with the usual body, and a line in the log.
 */
final class Api implements HttpHandler {

    static final String PATH = "/v2";

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);
    private static final int MOST_BYTES = 1 << 20;
    private static final String CREDENTIAL = "Bearer dop_v1_";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Account account;
    private final Tables tables;
    private final Router router;
    private final ApiFaults faults;
    private final RequestLog log;
    private final InstantSource clock;
    private final RateLimits limits = new RateLimits();
    private volatile boolean closed;

    Api(Account account, Tables tables, Router router, ApiFaults faults, RequestLog log, InstantSource clock) {
        this.account = account;
        this.tables = tables;
        this.router = router;
        this.faults = faults;
        this.log = log;
        this.clock = clock;
    }

    /** From now on everything is answered with 503. */
    void close() {
        closed = true;
    }

    private record Told(Answer answer, RateLimits.Verdict verdict) {}

    @Override
    public void handle(HttpExchange exchange) {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            String credential = exchange.getRequestHeaders().getFirst("Authorization");
            String mark = RequestLog.mark(credential);
            RequestLog.Asked asked = log.add(
                    clock.millis(), method, path, exchange.getRequestURI().getRawQuery(), mark, body);
            ApiFault fault = faults.take(method, path);
            Effect effect = fault == null ? null : fault.effect();
            if (fault != null && effect != null) {
                asked.suffers(effect);
                if (effect == Effect.DELAY) {
                    Thread.sleep(fault.delayMs());
                }
            }
            Told told = tell(exchange, fault, credential, mark, body);
            asked.answered(told.answer().status(), clock.millis());
            if (effect == Effect.DROP_ANSWER) {
                return;
            }
            if (fault != null && effect == Effect.LATE_ANSWER) {
                Thread.sleep(fault.delayMs());
            }
            send(exchange, told);
        } catch (InterruptedException e) {
            // The server is being stopped. Closing the connection is the answer.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.atDebug()
                    .addKeyValue("path", exchange.getRequestURI().getPath())
                    .log("The caller has gone");
        }
    }

    private Told tell(
            HttpExchange exchange, @Nullable ApiFault fault, @Nullable String credential, String mark, byte[] body) {
        Settings settings = tables.settings();
        RateLimits.Verdict verdict = RateLimits.uncounted(settings, clock.millis());
        if (closed) {
            return new Told(Answer.failure(503, "Service is currently unavailable"), verdict);
        }
        if (fault != null && fault.effect() == Effect.STATUS) {
            return new Told(failure(fault), verdict);
        }
        if (fault != null && fault.effect() == Effect.RATE_LIMIT) {
            RateLimits.Verdict over = new RateLimits.Verdict(false, verdict.limit(), 0, verdict.reset(), 1);
            return new Told(tooMany(over), over);
        }
        if (credential == null || !credential.startsWith(CREDENTIAL) || credential.length() == CREDENTIAL.length()) {
            return new Told(Answer.failure(401, "Unable to authenticate you"), verdict);
        }
        verdict = limits.request(mark, settings, clock.millis());
        if (!verdict.allowed()) {
            return new Told(tooMany(verdict), verdict);
        }
        if (body.length > MOST_BYTES) {
            return new Told(Answer.failure(400, "The request body is too large"), verdict);
        }
        return new Told(carryOut(exchange, fault == null ? Outcome.WORKS : fault.outcome(), body), verdict);
    }

    private static Answer failure(ApiFault fault) {
        String message = fault.message();
        if (message == null) {
            message = switch (fault.status()) {
                case 429 -> "API Rate limit exceeded.";
                case 503 -> "Service is currently unavailable";
                default -> fault.status() >= 500 ? "Server Error" : "The request was refused";
            };
        }
        String id = fault.id();
        return id == null ? Answer.failure(fault.status(), message) : Answer.failure(fault.status(), id, message);
    }

    private static Answer tooMany(RateLimits.Verdict verdict) {
        Answer answer = Answer.failure(429, "API Rate limit exceeded.");
        return verdict.retryAfterSeconds() > 0
                ? answer.with("retry-after", Long.toString(verdict.retryAfterSeconds()))
                : answer;
    }

    private Answer carryOut(HttpExchange exchange, Outcome outcome, byte[] body) {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getPath();
        Optional<Router.Match> match = router.find(method, path);
        if (match.isEmpty()) {
            return Refused.notFound().answer();
        }
        ApiRequest request = new ApiRequest(
                method,
                path,
                ApiRequest.query(exchange.getRequestURI().getRawQuery()),
                match.get().names(),
                body,
                base(exchange),
                "true".equals(exchange.getRequestHeaders().getFirst("X-Dangerous")),
                outcome,
                0);
        try {
            return account.carryOut(now -> match.get().operation().apply(request.at(now)));
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("method", method)
                    .addKeyValue("path", path)
                    .setCause(e)
                    .log("The simulator could not carry out a request");
            return Answer.failure(500, "Server Error");
        }
    }

    /** Where the caller reached us. */
    private static String base(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        InetSocketAddress local = exchange.getLocalAddress();
        return "http://" + (host == null ? local.getAddress().getHostAddress() + ":" + local.getPort() : host);
    }

    private static void send(HttpExchange exchange, Told told) throws IOException {
        Answer answer = told.answer();
        RateLimits.Verdict verdict = told.verdict();
        String requestId = UUID.randomUUID().toString();
        Map<String, String> usual = Map.of(
                "x-request-id", requestId,
                "ratelimit-limit", Integer.toString(verdict.limit()),
                "ratelimit-remaining", Integer.toString(verdict.remaining()),
                "ratelimit-reset", Long.toString(verdict.reset()));
        usual.forEach(exchange.getResponseHeaders()::set);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        Object body = answer.body();
        if (body instanceof Answer.Failure failure) {
            body = Json.object("id", failure.id(), "message", failure.message(), "request_id", requestId);
        }
        if (body == null) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        byte[] json = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(answer.status(), json.length);
        exchange.getResponseBody().write(json);
    }
}
