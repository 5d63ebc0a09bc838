package dev.berth.infra.directory;

import dev.berth.api.tenant.TenantEvent;
import dev.berth.api.tenant.TenantState;
import dev.berth.api.tenant.TenantView;
import dev.berth.command.tenant.TenantDirectory;
import dev.berth.query.tenant.TenantTable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tenants in memory. */
final class MemoryTenants extends MemoryTable<TenantView, TenantEvent> implements TenantDirectory {
    private final Map<String, TenantState> states = new ConcurrentHashMap<>();

    MemoryTenants() {
        super(TenantTable.TABLE);
    }

    @Override
    void changed(String id, @Nullable TenantView before, TenantView after) {
        states.put(after.tenantId(), after.state());
    }

    @Override
    public boolean exists(String tenantId) {
        return states.containsKey(tenantId);
    }

    @Override
    public boolean suspended(String tenantId) {
        return states.get(tenantId) == TenantState.SUSPENDED;
    }
}
