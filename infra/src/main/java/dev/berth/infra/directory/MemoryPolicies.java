package dev.berth.infra.directory;

import dev.berth.api.iam.PolicyEvent;
import dev.berth.infra.iam.PolicyTexts;
import dev.berth.infra.iam.TenantPolicies;
import dev.berth.query.iam.IamTables;
import dev.berth.query.iam.PolicyRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tenants' policies in memory. */
final class MemoryPolicies extends MemoryTable<PolicyRecord, PolicyEvent> implements TenantPolicies {
    private final Map<String, PolicyTexts> byTenant = new ConcurrentHashMap<>();

    MemoryPolicies() {
        super(IamTables.POLICIES);
    }

    @Override
    void changed(String id, @Nullable PolicyRecord before, PolicyRecord after) {
        String policyId = after.view().policyId();
        byTenant.compute(after.view().tenantId(), (tenant, texts) -> {
            PolicyTexts now = texts == null ? PolicyTexts.NONE : texts;
            return after.deleted()
                    ? now.without(policyId)
                    : now.with(policyId, after.view().policy());
        });
    }

    @Override
    public PolicyTexts of(String tenantId) {
        return byTenant.getOrDefault(tenantId, PolicyTexts.NONE);
    }
}
