package dev.berth.api.iam;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a call.
 *
 * @param principal who acts, or on whose behalf a delegate acts
 * @param tenantId  the tenant that the token belongs to; null for the operator, who may name any tenant
 * @param roles     the roles of this session
 * @param delegated whether the session acts for the principal
 * @param session   the id of the token
 * @param operator  whether this is the deployment's operator
 */
public record Caller(
        String principal,
        @Nullable String tenantId,
        Set<Role> roles,
        boolean delegated,
        String session,
        boolean operator) {
    /** The principal of the operator's token. */
    public static final String OPERATOR = "operator";

    /** The principal under which the reconciler records what it saw. */
    public static final String RECONCILER = "system:reconciler";

    /** The reconciler, which acts for the system itself and for no person. */
    public static Caller reconciler() {
        return new Caller(RECONCILER, null, Set.of(), false, RECONCILER, false);
    }

    /** Whether this is the reconciler. */
    public boolean isReconciler() {
        return session.equals(RECONCILER);
    }
}
