package dev.berth.infra.simulator;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the API answers.
 *
 * @param body to be written as JSON; null for none
 * @param headers beside those that every answer has
 */
record Answer(int status, @Nullable Object body, Map<String, String> headers) {

    /** The usual body of an error; the request's id is added when it is sent. */
    record Failure(String id, String message) {}

    static Answer of(int status, Object body) {
        return new Answer(status, body, Map.of());
    }

    static Answer empty(int status) {
        return new Answer(status, null, Map.of());
    }

    static Answer failure(int status, String id, String message) {
        return of(status, new Failure(id, message));
    }

    /** An answer with the usual id for its status. */
    static Answer failure(int status, String message) {
        String id = switch (status) {
            case 400 -> "bad_request";
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 409 -> "conflict";
            case 412 -> "precondition_failed";
            case 422 -> "unprocessable_entity";
            case 429 -> "too_many_requests";
            case 503 -> "service_unavailable";
            default -> "server_error";
        };
        return failure(status, id, message);
    }

    Answer with(String header, String value) {
        Map<String, String> more = new java.util.LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, body, more);
    }
}
