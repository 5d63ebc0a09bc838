package dev.berth.api;

import java.util.Locale;

/** The error codes of the HTTP contract, each with its status. A client branches on the code, never on the text. */
public enum ErrorCode {
    UNAUTHENTICATED(401, "Authentication is required"),
    ACCESS_DENIED(403, "Access is denied"),
    CONFIRMATION_REQUIRED(403, "A confirmation is required"),
    QUOTA_EXCEEDED(403, "The quota is exceeded"),
    NOT_FOUND(404, "The resource was not found"),
    INVALID_INPUT(400, "The input is invalid"),
    PAYLOAD_TOO_LARGE(413, "The request body is too large"),
    CONFLICT(409, "The request conflicts with an existing resource"),
    INVALID_STATE(409, "The resource is in a state that does not allow this"),
    UNSUPPORTED(422, "The operation is not supported here"),
    RATE_LIMITED(429, "Too many requests"),
    INVALID_CONFIG(500, "The server's configuration does not allow this"),
    CAPACITY_UNAVAILABLE(503, "There is not enough capacity"),
    UNAVAILABLE(503, "The service is unavailable for the moment"),
    INTERNAL(500, "An internal error occurred");

    private final int status;
    private final String title;

    ErrorCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** A short title that is the same for every occurrence (RFC 9457). */
    public String title() {
        return title;
    }

    /** The problem type of RFC 9457, such as {@code urn:berth:error:quota-exceeded}. */
    public String type() {
        return "urn:berth:error:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
