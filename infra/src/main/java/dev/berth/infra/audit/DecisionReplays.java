package dev.berth.infra.audit;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.DecisionRecord;
import dev.berth.api.iam.ReplayDecisions;
import dev.berth.api.iam.ReplayedDecision;
import dev.berth.api.iam.ResourceRef;
import dev.berth.command.iam.PolicyChecker;
import dev.berth.infra.http.Replays;
import dev.berth.infra.iam.CedarAccessDecider;
import dev.berth.infra.iam.TenantPolicies;
import dev.berth.query.Page;
import dev.berth.query.ViewJson;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Decides past calls again, from the records of their decisions. Reads only; at most {@value #EXAMINED} events at once. The
 * operator's calls are left out, since no policy binds them, and what no policy could have allowed.
 */
public final class DecisionReplays implements Replays {
    private static final int EXAMINED = 5_000;
    private static final String OPERATOR_ONLY = "operator";
    private static final String BUILT_IN = "built-in";

    private final JdbcTemplate jdbc;
    private final TenantPolicies policies;
    private final PolicyChecker checker;

    /** Over the policies that hold now. */
    public DecisionReplays(JdbcTemplate jdbc, TenantPolicies policies, PolicyChecker checker) {
        this.jdbc = jdbc;
        this.policies = policies;
        this.checker = checker;
    }

    private record Decided(long position, Instant time, DecisionRecord decision) {}

    /** What is read of an event's metadata. */
    private record Meta(@Nullable String tenant, @Nullable String decision) {}

    @Override
    public Outcome<Page<ReplayedDecision>> replay(ReplayDecisions query) {
        Optional<String> problem = checker.problem(query.policy());
        if (problem.isPresent()) {
            return Outcome.refused(Problem.invalid("policy", problem.get()));
        }
        if (!query.from().isBefore(query.to())) {
            return Outcome.refused(Problem.invalid("to", "must be after from"));
        }
        String tenantId = query.tenantId();
        AccessDecider present = new CedarAccessDecider(policies);
        var texts = policies.of(tenantId).with(query.policyId(), query.policy());
        AccessDecider changed = new CedarAccessDecider(tenant -> texts);
        long after;
        try {
            after = query.cursor() == null ? 0 : Long.parseLong(query.cursor());
        } catch (NumberFormatException e) {
            return Outcome.refused(Problem.invalid("cursor", "is none of this list"));
        }
        List<ReplayedDecision> differences = new ArrayList<>();
        List<Decided> examined = decided(query, after);
        for (Decided call : examined) {
            replayed(tenantId, call, present, changed).ifPresent(differences::add);
            if (differences.size() == query.limit()) {
                return Outcome.done(new Page<>(differences, Long.toString(call.position())));
            }
        }
        boolean more = examined.size() == EXAMINED;
        return Outcome.done(
                new Page<>(differences, more ? Long.toString(examined.getLast().position()) : null));
    }

    private List<Decided> decided(ReplayDecisions query, long after) {
        return jdbc.query(
                "select global_index, time_stamp, meta_data from domain_event_entry"
                        + " where time_stamp >= ? and time_stamp < ? and global_index > ?"
                        + " and meta_data like '%\"decision\":%' and (meta_data::jsonb ->> 'tenant') = ?"
                        + " order by global_index limit " + EXAMINED,
                (row, n) -> {
                    Meta meta = ViewJson.read(row.getString(3), Meta.class);
                    String decision = meta.decision();
                    return new Decided(
                            row.getLong(1),
                            row.getObject(2, OffsetDateTime.class).toInstant(),
                            ViewJson.read(decision == null ? "{}" : decision, DecisionRecord.class));
                },
                query.from().atOffset(ZoneOffset.UTC),
                query.to().atOffset(ZoneOffset.UTC),
                after,
                query.tenantId());
    }

    private static Optional<ReplayedDecision> replayed(
            String tenantId, Decided call, AccessDecider present, AccessDecider changed) {
        DecisionRecord then = call.decision();
        if (then.policies().contains(OPERATOR_ONLY) || then.policySetVersion().equals(BUILT_IN)) {
            return Optional.empty();
        }
        Caller caller = new Caller(then.principal(), tenantId, then.roles(), then.delegated(), then.session(), false);
        ResourceRef resource = new ResourceRef(then.resourceType(), then.resourceId(), then.attributes());
        AccessRequest request = new AccessRequest(caller, tenantId, then.action(), resource, then.requestId());
        AccessDecision decision = changed.decide(request);
        String outcome = word(decision);
        return outcome.equals(then.outcome())
                ? Optional.empty()
                : Optional.of(new ReplayedDecision(
                        call.time(),
                        then.requestId(),
                        then.principal(),
                        then.action(),
                        resource.path(),
                        then.outcome(),
                        word(present.decide(request)),
                        outcome,
                        decision.policies(),
                        decision.reason()));
    }

    private static String word(AccessDecision decision) {
        return decision.outcome().name().toLowerCase(Locale.ROOT);
    }
}
