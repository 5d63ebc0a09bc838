package dev.berth.infra.http.openapi;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import dev.berth.infra.http.Problems;
import java.util.List;
import java.util.Map;

/** One example of each error. */
final class ExampleProblems {
    private static final String INSTANCE = "compute-instance/inst_3k9m5p7r1t4w8y2z6b0d4f8h3k7n1q5s9v2x6z0b4d8f2h6kqmr0";

    private ExampleProblems() {}

    /** The body that tells this error. */
    static Map<String, Object> body(ErrorCode code) {
        return Problems.body(problem(code), "req_01jd8h7c5e7g9j0k2m4n6p8q1r");
    }

    private static Problem problem(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED -> plain(code, "Send a valid token as \"Authorization: Bearer <token>\".");
            case ACCESS_DENIED -> Problem.denied("compute:instances:delete", INSTANCE);
            case CONFIRMATION_REQUIRED ->
                new Problem(
                        code,
                        "The principal must approve this call first.",
                        Map.of(
                                "confirmationId", "conf_7g4k1m9p3r5t8w2y6z0b4d7f1h5k9n3q6s8v2x4z0b5d8f2hqmr0",
                                "action", "compute:instances:delete",
                                "resource", INSTANCE));
            case QUOTA_EXCEEDED -> Problem.quotaExceeded("vcpu", 100, 99, 2);
            case NOT_FOUND -> Problem.notFound("instance", INSTANCE);
            case INVALID_INPUT ->
                Problem.invalid(List.of(
                        new Problem.Violation("wait.timeoutMs", "must be between 0 and 30000"),
                        new Problem.Violation("sshKeys[3]", "must be a string")));
            case PAYLOAD_TOO_LARGE ->
                new Problem(code, "The body may have at most 262144 bytes.", Map.of("limitBytes", 262144));
            case CONFLICT ->
                Problem.conflict(
                        "The idempotency key was used for another request.",
                        "instanceId",
                        "inst_3k9m5p7r1t4w8y2z6b0d4f8h3k7n1q5s9v2x6z0b4d8f2h6kqmr0");
            case INVALID_STATE -> Problem.invalidState("The instance is being deleted.", "deleting", "deleted");
            case UNSUPPORTED -> Problem.unsupported("driver", "This driver is not supported here.");
            case RATE_LIMITED -> plain(code, "This token is used too often; wait 1 s.");
            case INVALID_CONFIG ->
                new Problem(code, "The deployment serves no images.", Map.of("setting", "berth.vps.images"));
            case CAPACITY_UNAVAILABLE -> Problem.capacity("address", "The pool has no free address.");
            case UNAVAILABLE -> plain(code, "The store can't be reached for the moment.");
            case INTERNAL -> plain(code, "Something went wrong; the server's log has it under this request id.");
        };
    }

    private static Problem plain(ErrorCode code, String detail) {
        return new Problem(code, detail, Map.of());
    }
}
