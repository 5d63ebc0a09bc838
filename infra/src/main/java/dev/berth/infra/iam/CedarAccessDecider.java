package dev.berth.infra.iam;

import com.cedarpolicy.BasicAuthorizationEngine;
import com.cedarpolicy.model.AuthorizationRequest;
import com.cedarpolicy.model.AuthorizationResponse;
import com.cedarpolicy.model.AuthorizationSuccessResponse;
import com.cedarpolicy.model.AuthorizationSuccessResponse.AuthorizationError;
import com.cedarpolicy.model.entity.Entity;
import com.cedarpolicy.model.exception.AuthException;
import com.cedarpolicy.model.policy.PolicySet;
import com.cedarpolicy.value.CedarList;
import com.cedarpolicy.value.EntityTypeName;
import com.cedarpolicy.value.EntityUID;
import com.cedarpolicy.value.PrimBool;
import com.cedarpolicy.value.PrimString;
import com.cedarpolicy.value.Value;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.AccessDecision.Outcome;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides by Cedar: the roles' built-in policies and those of the request's tenant.
 *
 * <p>Owns: the parsed policies of each tenant. Does not own: their texts, which it asks for at every decision, so that a
 * changed policy holds from the next one on. Invariants: one tenant's policies never decide for another; a forbid always
 * wins, also one that can't be evaluated. On failure: what can't be evaluated is denied, with the reason.
 *
 * <p>Where a tenant has no policies of its own, an answer depends on nothing but what {@link RoleCase} holds. Cedar gives
 * it once for each such case, and it is remembered.
 */
public final class CedarAccessDecider implements AccessDecider {
    private static final Logger log = LoggerFactory.getLogger(CedarAccessDecider.class);
    private static final int TENANTS_HELD = 4_096;

    private final BasicAuthorizationEngine engine = new BasicAuthorizationEngine();
    private final TenantPolicies policies;
    private final CompiledPolicies builtIn = new CompiledPolicies(PolicyTexts.NONE);
    private final RoleAnswers remembered = new RoleAnswers();
    private final Cache<String, CompiledPolicies> compiled =
            Caffeine.newBuilder().maximumSize(TENANTS_HELD).build();

    /** Loads Cedar's native code and the built-in policies in a thread of its own; who needs them first waits for it. */
    public static void loadAhead() {
        Thread.ofPlatform().name("cedar").daemon(true).start(BuiltIn::policies);
    }

    /** Decides by these policies. */
    public CedarAccessDecider(TenantPolicies policies) {
        this.policies = policies;
    }

    @Override
    public AccessDecision decide(AccessRequest request) {
        CompiledPolicies deciding = policiesOf(request.tenantId());
        Caller caller = request.caller();
        if (caller.operator()) {
            return answer(Outcome.ALLOW, List.of("operator"), deciding, "The operator may do everything.");
        }
        if (!request.tenantId().equals(caller.tenantId())) {
            return answer(Outcome.DENY, List.of("tenant-boundary"), deciding, "The session belongs to another tenant.");
        }
        EntityTypeName type = BuiltIn.names().resourceType(request.resource().type());
        if (type == null || !BuiltIn.names().isAction(request.action())) {
            return answer(Outcome.DENY, List.of(), deciding, "There is no such action or type of resource.");
        }
        try {
            return deciding == builtIn
                    ? remembered.get(request, () -> byCedar(request, type, deciding))
                    : byCedar(request, type, deciding);
        } catch (NotEvaluated e) {
            log.atWarn()
                    .addKeyValue("requestId", request.requestId())
                    .addKeyValue("action", request.action())
                    .addKeyValue("error", e.getMessage())
                    .log("A decision could not be evaluated");
            return answer(Outcome.DENY, List.of(), deciding, "It could not be evaluated: " + e.getMessage());
        }
    }

    /** True where roles alone decide, and the only role is that of members. */
    @Override
    public boolean seesOnlyItsOwn(Caller caller, String tenantId) {
        return !caller.operator()
                && caller.roles().equals(Set.of(Role.MEMBER))
                && policies.of(tenantId) == PolicyTexts.NONE;
    }

    private CompiledPolicies policiesOf(String tenantId) {
        PolicyTexts now = policies.of(tenantId);
        if (now == PolicyTexts.NONE) {
            return builtIn;
        }
        CompiledPolicies held = compiled.getIfPresent(tenantId);
        if (held != null && held.texts() == now) {
            return held;
        }
        return compiled.asMap()
                .compute(
                        tenantId,
                        (id, other) -> other != null && other.texts() == now ? other : new CompiledPolicies(now));
    }

    /** As {@link #decide} for a session of the tenant, but never remembered. */
    AccessDecision byCedar(AccessRequest request) {
        EntityTypeName type = Objects.requireNonNull(
                BuiltIn.names().resourceType(request.resource().type()));
        return byCedar(request, type, policiesOf(request.tenantId()));
    }

    private AccessDecision byCedar(AccessRequest request, EntityTypeName type, CompiledPolicies deciding) {
        PolicySet set = deciding.set();
        if (set == null) {
            throw new NotEvaluated("The tenant's policies can't be read");
        }
        try {
            AuthorizationResponse response = ask(request, type, set);
            if (response.success.isEmpty()) {
                throw new NotEvaluated(words(response));
            }
            return interpret(response.success.get(), request.caller(), deciding);
        } catch (AuthException e) {
            throw new NotEvaluated(String.valueOf(e.getMessage()));
        }
    }

    private static String words(AuthorizationResponse failure) {
        return failure.errors.stream()
                .flatMap(List::stream)
                .map(error -> error.message)
                .collect(Collectors.joining("; "));
    }

    private AuthorizationResponse ask(AccessRequest request, EntityTypeName type, PolicySet set) throws AuthException {
        Caller caller = request.caller();
        EntityUID principal = CedarNames.USER.of(caller.principal());
        EntityUID action = CedarNames.ACTION.of(request.action());
        EntityUID resource = type.of(request.resource().id());
        Map<String, Value> who = Map.of(
                "name", new PrimString(caller.principal()),
                "tenantId", new PrimString(request.tenantId()),
                "roles",
                        new CedarList(caller.roles().stream()
                                .<Value>map(role -> new PrimString(CedarNames.role(role)))
                                .toList()));
        Map<String, Value> context =
                Map.of("delegated", new PrimBool(caller.delegated()), "requestId", new PrimString(request.requestId()));
        return engine.isAuthorized(
                new AuthorizationRequest(principal, action, resource, context),
                set,
                Set.of(new Entity(principal, who, Set.of()), new Entity(resource, attributes(request), Set.of())));
    }

    private static Map<String, Value> attributes(AccessRequest request) {
        ResourceRef resource = request.resource();
        Map<String, Object> attributes = new HashMap<>(resource.attributes());
        attributes.putIfAbsent("tenantId", request.tenantId());
        try {
            return CedarNames.values(attributes);
        } catch (IllegalArgumentException e) {
            throw new NotEvaluated(String.valueOf(e.getMessage()));
        }
    }

    private static AccessDecision interpret(
            AuthorizationSuccessResponse response, Caller caller, CompiledPolicies deciding) {
        List<AuthorizationError> broken = response.getErrors().stream()
                .filter(error -> deciding.forbids(error.getPolicyId()))
                .toList();
        if (!broken.isEmpty()) {
            // Cedar passes over a policy that fails; a forbid that is passed over would permit what its author ruled
            // out.
            List<String> names = names(broken.stream().map(AuthorizationError::getPolicyId));
            return answer(Outcome.DENY, names, deciding, notEvaluated(broken));
        }
        List<String> names = names(response.getReason().stream());
        if (!response.isAllowed()) {
            String reason =
                    names.isEmpty() ? "No policy permits it." : "Forbidden by " + String.join(", ", names) + ".";
            if (!response.getErrors().isEmpty()) {
                reason += " " + notEvaluated(response.getErrors());
            }
            return answer(Outcome.DENY, names, deciding, reason);
        }
        if (caller.delegated() && response.getReason().stream().allMatch(deciding::needsConfirmation)) {
            return answer(
                    Outcome.CONFIRM,
                    names,
                    deciding,
                    "Permitted by " + String.join(", ", names) + " once " + caller.principal() + " has approved it.");
        }
        return answer(Outcome.ALLOW, names, deciding, "Permitted by " + String.join(", ", names) + ".");
    }

    private static String notEvaluated(List<AuthorizationError> errors) {
        return errors.stream()
                .map(error -> "The policy " + CompiledPolicies.name(error.getPolicyId()) + " could not be evaluated: "
                        + error.getError().message + ".")
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static List<String> names(Stream<String> cedarIds) {
        return cedarIds.map(CompiledPolicies::name).sorted().toList();
    }

    /** Cedar gave no answer, or could not be asked. Not an answer, so it is not remembered. */
    private static final class NotEvaluated extends RuntimeException {
        NotEvaluated(String message) {
            super(message);
        }
    }

    private static AccessDecision answer(
            Outcome outcome, List<String> policies, CompiledPolicies deciding, String reason) {
        return new AccessDecision(outcome, policies, deciding.version(), reason);
    }
}
