package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.ApproveConfirmation;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.CreateToken;
import dev.berth.api.iam.DeletePolicy;
import dev.berth.api.iam.ListConfirmations;
import dev.berth.api.iam.ListPolicies;
import dev.berth.api.iam.ListTokens;
import dev.berth.api.iam.PolicyView;
import dev.berth.api.iam.PutPolicy;
import dev.berth.api.iam.ReplayDecisions;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Resources;
import dev.berth.api.iam.RevokeToken;
import dev.berth.api.iam.TestDecision;
import dev.berth.api.iam.TestedDecision;
import dev.berth.api.iam.TokenView;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.History;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import dev.berth.infra.http.TokenIssuer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The groups under {@code iam}. */
final class IamMethods {
    private static final String MANAGE = "compute:iam:manage";
    private static final String TENANT = "compute-tenant";

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;
    private final TokenIssuer tokens;
    private final AccessDecider decider;

    IamMethods(Mutations mutations, Reads reads, ReadModels models, TokenIssuer tokens, AccessDecider decider) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
        this.tokens = tokens;
        this.decider = decider;
    }

    List<ApiMethod<?>> tokens() {
        return List.of(
                mutation("iam.tokens.create", CreateToken.class, Examples.NEW_TOKEN)
                        .decides(MANAGE, TENANT)
                        .summary("Makes a token for a principal; this answer alone holds it. The operator's first one"
                                + " for a tenant begins that tenant. A delegated session can make delegated"
                                + " tokens only: any other is ACCESS_DENIED, since it could approve what the"
                                + " session asks for.")
                        .example(Input.of("principal", "bob", "roles", List.of("member"), "ttlSeconds", 2592000))
                        .handledBy(this::create),
                list("iam.tokens.list", ListTokens.class, Examples.TOKEN)
                        .decides(MANAGE, TENANT)
                        .summary("The tenant's tokens, without their secrets, in order of creation.")
                        .example(Input.of("includeRevoked", true))
                        .handledBy((call, in) -> reads.<TokenView>page(
                                call, in.tenantId(), seen -> models.tokens(in, seen), Resources::token)),
                mutation("iam.tokens.revoke", RevokeToken.class, Examples.TOKEN)
                        .decides(MANAGE, TENANT)
                        .summary("Ends a token; from the answer on it is not accepted any more.")
                        .errors(NOT_FOUND)
                        .example(Input.of("tokenId", Examples.TOKEN_ID))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.token(in.tenantId(), id))));
    }

    private Reply create(Call call, CreateToken in) {
        if (call.dryRun()) {
            return mutations.show(call, in, id -> models.token(in.tenantId(), id));
        }
        TokenIssuer.Issued issued = tokens.issue(in, call.context());
        String secret = issued.token();
        return mutations.show(
                issued.dispatched(),
                id -> models.token(in.tenantId(), id)
                        .map(view -> secret == null ? view : Examples.withSecret(view, secret)));
    }

    List<ApiMethod<?>> policies() {
        return List.of(
                mutation("iam.policies.put", PutPolicy.class, Examples.POLICY_VIEW)
                        .decides(MANAGE, TENANT)
                        .summary("Adds or replaces a Cedar policy, which holds from the answer on.")
                        .example(Input.of("policyId", "small-machines", "policy", Examples.POLICY))
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.policy(in.tenantId(), in.policyId()))),
                list("iam.policies.list", ListPolicies.class, Examples.POLICY_VIEW)
                        .decides(MANAGE, TENANT)
                        .summary("The tenant's policies, in order of creation.")
                        .example(Input.of())
                        .handledBy((call, in) -> reads.<PolicyView>page(
                                call,
                                in.tenantId(),
                                seen -> models.policies(in, seen),
                                view -> Resources.policy(view.tenantId(), view.policyId()))),
                mutation("iam.policies.delete", DeletePolicy.class, Examples.POLICY_VIEW)
                        .decides(MANAGE, TENANT)
                        .summary("Takes a policy away; the answer shows it as it last was.")
                        .errors(NOT_FOUND)
                        .example(Input.of("policyId", "small-machines"))
                        .handledBy((call, in) -> mutations.remove(
                                call, in, id -> models.policy(in.tenantId(), in.policyId()), in.policyId())));
    }

    List<ApiMethod<?>> decisions() {
        return List.of(read("iam.decisions.test", TestDecision.class, Examples.DECISION)
                .decides(MANAGE, TENANT)
                .summary("What would be decided; changes nothing. The resource is the caller's description of one.")
                .example(Input.of(
                        "principal",
                        "bob",
                        "roles",
                        List.of("member"),
                        "action",
                        "compute:instances:delete",
                        "resource",
                        Map.of(
                                "type",
                                "compute-instance",
                                "id",
                                Examples.INSTANCE_ID,
                                "attributes",
                                Map.of("createdBy", "bob", "vcpu", 2))))
                .handledBy((call, in) -> reads.onTenant(call, in.tenantId(), () -> Reply.of(tested(call, in)))));
    }

    List<ApiMethod<?>> replays(History history) {
        return List.of(list("iam.decisions.replay", ReplayDecisions.class, HistoryExamples.REPLAYED)
                .decides(MANAGE, TENANT)
                .summary("Which past calls of an interval would be decided otherwise if this policy held beside the "
                        + "present ones, or in the place of the one of its id. From the records of their decisions, "
                        + "oldest first; a page looks at 5,000 calls at most. Changes nothing.")
                .example(Input.of(
                        "policyId",
                        "small-machines",
                        "policy",
                        Examples.POLICY,
                        "from",
                        "2026-03-01T00:00:00Z",
                        "to",
                        "2026-03-02T00:00:00Z"))
                .handledBy((call, in) -> reads.onTenant(
                        call, in.tenantId(), () -> Reply.of(history.replays().replay(in)))));
    }

    private TestedDecision tested(Call call, TestDecision in) {
        Map<String, Object> attributes = new HashMap<>(in.resource().attributes());
        attributes.putIfAbsent("tenantId", in.tenantId());
        Caller caller = new Caller(in.principal(), in.tenantId(), in.roles(), false, "test", false);
        ResourceRef resource =
                new ResourceRef(in.resource().type(), in.resource().id(), attributes);
        AccessDecision decision =
                decider.decide(new AccessRequest(caller, in.tenantId(), in.action(), resource, call.requestId()));
        return new TestedDecision(
                decision.outcome().name().toLowerCase(Locale.ROOT), decision.policies(), decision.reason());
    }

    List<ApiMethod<?>> confirmations() {
        return List.of(
                list("iam.confirmations.list", ListConfirmations.class, Examples.CONFIRMATION)
                        .decides(MANAGE, TENANT)
                        .summary("The confirmations asked for in the caller's name; all of the tenant's for those who "
                                + "may manage its access.")
                        .example(Input.of())
                        .handledBy(this::confirmations),
                mutation("iam.confirmations.approve", ApproveConfirmation.class, Examples.CONFIRMATION)
                        .decides(MANAGE, "compute-confirmation")
                        .summary("Approves one call of a delegated session, by its principal's own session.")
                        .errors(NOT_FOUND, INVALID_STATE, CONFLICT)
                        .example(Input.of("confirmationId", Examples.CONFIRMATION_ID))
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.confirmation(in.tenantId(), id, call.now()))));
    }

    private Reply confirmations(Call call, ListConfirmations in) {
        reads.awaitOwnWrites(call, in.tenantId());
        boolean all = reads.allowed(call, in.tenantId(), ResourceRef.tenant(in.tenantId()));
        String principal = call.caller().principal();
        return Reads.page(models.confirmations(in, all ? null : principal, call.now()));
    }
}
