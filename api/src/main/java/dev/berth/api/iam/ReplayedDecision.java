package dev.berth.api.iam;

import java.time.Instant;
import java.util.List;

/**
 * A past call that would have been decided otherwise.
 *
 * @param resource  as {@code type/id}
 * @param recorded  what was decided then: {@code allow}, {@code deny} or {@code confirm}
 * @param present   what the tenant's present policies decide without the given one
 * @param replayed  what they decide with it
 * @param policies  the policies that decide then
 * @param requestId the call
 */
public record ReplayedDecision(
        Instant time,
        String requestId,
        String principal,
        String action,
        String resource,
        String recorded,
        String present,
        String replayed,
        List<String> policies,
        String reason) {}
