package dev.berth.infra.iam;

import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.Role;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What the built-in policies answered, by everything that they can tell requests apart by. There are only so many such
 * cases: a few thousand, of which a deployment meets some hundred.
 */
final class RoleAnswers {
    private final Map<RoleCase, AccessDecision> answers = new ConcurrentHashMap<>();

    /**
     * All that the built-in policies look at.
     *
     * @param own    whether the principal created the resource
     * @param shared whether it is another tenant's that this one may use
     */
    record RoleCase(
            int roles,
            String action,
            String resourceType,
            boolean delegated,
            boolean sameTenant,
            boolean own,
            boolean shared) {
        static RoleCase of(AccessRequest request) {
            Caller caller = request.caller();
            Map<String, Object> attributes = request.resource().attributes();
            return new RoleCase(
                    bits(caller.roles()),
                    request.action(),
                    request.resource().type(),
                    caller.delegated(),
                    request.tenantId().equals(attributes.getOrDefault("tenantId", request.tenantId())),
                    caller.principal().equals(attributes.get("createdBy")),
                    Boolean.TRUE.equals(attributes.get("shared")));
        }

        private static int bits(Set<Role> roles) {
            int bits = 0;
            for (Role role : roles) {
                bits |= 1 << role.ordinal();
            }
            return bits;
        }
    }

    /** The answer for a request whose action and resource type the schema declares. An exception is not remembered. */
    AccessDecision get(AccessRequest request, Supplier<AccessDecision> cedar) {
        if (!plain(request.resource().attributes())) {
            return cedar.get();
        }
        RoleCase key = RoleCase.of(request);
        AccessDecision known = answers.get(key);
        if (known == null) {
            known = cedar.get();
            answers.put(key, known);
        }
        return known;
    }

    /** Whether Cedar can't fail on the attributes; only a test of a decision can have others. */
    private static boolean plain(Map<String, Object> attributes) {
        if (!(attributes.getOrDefault("shared", false) instanceof Boolean)) {
            return false;
        }
        return attributes.values().stream()
                .allMatch(value -> value instanceof String
                        || value instanceof Boolean
                        || value instanceof Long
                        || value instanceof Integer);
    }
}
