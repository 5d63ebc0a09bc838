package dev.berth.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a call was refused.
 *
 * @param code    the error code that clients branch on
 * @param detail  one sentence that a person can act on; never holds a secret
 * @param details facts for programs, as the contract lists them for the code
 */
public record Problem(ErrorCode code, String detail, Map<String, Object> details) {
    public Problem {
        details = Map.copyOf(details);
    }

    /** A field of the input and the rule that it breaks. */
    public record Violation(String field, String message) {}

    /** Something that is not there, or not this tenant's; {@code resource} is {@code type/id}. */
    public static Problem notFound(String what, String resource) {
        return new Problem(ErrorCode.NOT_FOUND, "There is no such " + what + ".", Map.of("resource", resource));
    }

    /** Fields that break their rules, all of them at once. */
    public static Problem invalid(List<Violation> violations) {
        Violation first = violations.getFirst();
        String more = violations.size() == 1 ? "" : " (and " + (violations.size() - 1) + " more)";
        return new Problem(
                ErrorCode.INVALID_INPUT,
                first.field() + ": " + first.message() + more + ".",
                Map.of("violations", List.copyOf(violations)));
    }

    /** One field that breaks a rule. */
    public static Problem invalid(String field, String message) {
        return invalid(List.of(new Violation(field, message)));
    }

    /** Input that breaks a rule which has a name of its own. */
    public static Problem invalidBecause(String reason, String detail) {
        return new Problem(ErrorCode.INVALID_INPUT, detail, Map.of("reason", reason));
    }

    /** A clash with something that exists; {@code idField} is such as {@code instanceId}. */
    public static Problem conflict(String detail, String idField, String id) {
        return new Problem(ErrorCode.CONFLICT, detail, Map.of(idField, id));
    }

    /** A state that does not allow the call. */
    public static Problem invalidState(String detail, String state) {
        return new Problem(ErrorCode.INVALID_STATE, detail, Map.of("state", state));
    }

    /** A state that does not allow the call, of a resource that also has a desired state. */
    public static Problem invalidState(String detail, String state, String desiredState) {
        return new Problem(ErrorCode.INVALID_STATE, detail, Map.of("state", state, "desiredState", desiredState));
    }

    /** Something that this deployment, pool or provider does not offer. */
    public static Problem unsupported(String reason, String detail) {
        return new Problem(ErrorCode.UNSUPPORTED, detail, Map.of("reason", reason));
    }

    /** A quota that is too small for the request. */
    public static Problem quotaExceeded(String resource, long max, long used, long requested) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("resource", resource);
        details.put("max", max);
        details.put("used", used);
        details.put("requested", requested);
        return new Problem(
                ErrorCode.QUOTA_EXCEEDED,
                "The quota for " + resource + " allows " + max + ", " + used + " are used and " + requested
                        + " more were requested.",
                details);
    }

    /** Room that is lacking for the moment. */
    public static Problem capacity(String resource, String detail) {
        return new Problem(ErrorCode.CAPACITY_UNAVAILABLE, detail, Map.of("resource", resource));
    }

    /** A permission that the caller lacks. */
    public static Problem denied(String action, String resource) {
        return new Problem(
                ErrorCode.ACCESS_DENIED,
                "You may not do " + action + " on " + resource + ".",
                Map.of("action", action, "resource", resource));
    }
}
