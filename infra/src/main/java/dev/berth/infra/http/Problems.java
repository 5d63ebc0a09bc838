package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import java.util.LinkedHashMap;
import java.util.Map;

/** Problems as RFC 9457 writes them. */
public final class Problems {
    /** Their media type. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private Problems() {}

    /** The body of the answer. */
    public static Map<String, Object> body(Problem problem, String requestId) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", problem.code().type());
        body.put("title", problem.code().title());
        body.put("status", problem.code().status());
        body.put("detail", problem.detail());
        body.put("code", problem.code().name());
        body.put("details", problem.details());
        body.put("requestId", requestId);
        return body;
    }

    /** In how many seconds it is worth trying again; 0 where trying again is of no use. */
    static int retryAfterSeconds(ErrorCode code) {
        return switch (code) {
            case RATE_LIMITED, UNAVAILABLE -> 1;
            case CAPACITY_UNAVAILABLE -> 30;
            default -> 0;
        };
    }

    static Problem unauthenticated() {
        return new Problem(
                ErrorCode.UNAUTHENTICATED, "Send a valid token as \"Authorization: Bearer <token>\".", Map.of());
    }

    static Problem internal() {
        return new Problem(
                ErrorCode.INTERNAL, "Something went wrong; the server's log has it under this request id.", Map.of());
    }

    static Problem rateLimited(String detail) {
        return new Problem(ErrorCode.RATE_LIMITED, detail, Map.of());
    }

    static Problem tooLarge(int limitBytes) {
        return new Problem(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "The body may have at most " + limitBytes + " bytes.",
                Map.of("limitBytes", limitBytes));
    }

    static Problem noSuchPath(String method, String path) {
        return Problem.notFound("method or page", method + " " + path);
    }

    /** What an HTTP status that the server itself chose means in the contract's words. */
    static Problem ofStatus(int status, String method, String path) {
        return switch (status) {
            case 401 -> unauthenticated();
            case 404, 405 -> noSuchPath(method, path);
            case 413 -> new Problem(ErrorCode.PAYLOAD_TOO_LARGE, "The request is too large.", Map.of());
            case 503 -> new Problem(ErrorCode.UNAVAILABLE, "The service is not ready.", Map.of());
            default ->
                status >= 500
                        ? internal()
                        : Problem.invalidBecause("http", "The request is not valid HTTP for this server.");
        };
    }
}
