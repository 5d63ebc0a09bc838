package dev.berth.command.tenant;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.tenant.ResumeTenant;
import dev.berth.api.tenant.SuspendTenant;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What the operator may do with tenants. They answer the tenant's id.
 *
 * <p>Owns: that nobody else may. Does not own: what a suspension stops (the gate) and what goes on meanwhile. Invariants:
 * others do not learn which tenants there are. On failure: nothing is kept; the operator may ask again.
 */
public final class TenantCommands {
    private static final String ACTION = "compute:tenants:manage";

    private final Gate gate;
    private final Streams<Tenant> tenants;

    /** The commands of a deployment. */
    public TenantCommands(Gate gate, Streams<Tenant> tenants) {
        this.gate = gate;
        this.tenants = tenants;
    }

    /** Lets a tenant only read. */
    @CommandHandler
    public Outcome<Affected> handle(SuspendTenant command, @MetaDataValue(Context.KEY) Context context) {
        return onTenant(context, command, command.forTenantId(), "tenants.suspend", Tenant::suspend);
    }

    /** Lets it change things again. */
    @CommandHandler
    public Outcome<Affected> handle(ResumeTenant command, @MetaDataValue(Context.KEY) Context context) {
        return onTenant(context, command, command.forTenantId(), "tenants.resume", Tenant::resume);
    }

    private Outcome<Affected> onTenant(
            Context context, Command command, String tenantId, String method, BiConsumer<Tenant, MetaData> change) {
        ResourceRef resource = ResourceRef.tenant(tenantId);
        if (!context.caller().operator()) {
            return gate.deny(context, command, method, ACTION, resource, "operator-only");
        }
        return gate.pass(context, command, method, ACTION, resource, meta -> {
            Optional<Streams.Loaded<Tenant>> tenant = tenants.find(Tenant.id(tenantId));
            if (tenant.isEmpty()) {
                return Outcome.refused(Problem.notFound("tenant", resource.path()));
            }
            tenant.get().apply(it -> change.accept(it, meta));
            return Outcome.done(new Affected(tenantId));
        });
    }
}
