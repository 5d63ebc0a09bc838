package dev.berth.command.address;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.address.CreateAddressRange;
import dev.berth.api.address.DeleteAddressRange;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.pool.OwnPools;
import dev.berth.command.pool.PoolRules;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What the owner of a hosted pool may do with its address ranges.
 *
 * <p>Owns: the order of checks. Does not own: leases. Invariants: live ranges of a pool have no address in common; one
 * with leases stays. On failure: nothing is kept; the caller may ask again.
 */
public final class RangeCommands {
    private final Gate gate;
    private final OwnPools pools;
    private final Streams<AddressRange> ranges;
    private final Streams<PoolRanges> claims;

    /** The commands of a deployment. */
    public RangeCommands(Gate gate, OwnPools pools, Streams<AddressRange> ranges, Streams<PoolRanges> claims) {
        this.gate = gate;
        this.pools = pools;
        this.ranges = ranges;
        this.claims = claims;
    }

    /** Adds addresses. */
    @CommandHandler
    public Outcome<Affected> handle(CreateAddressRange command, @MetaDataValue(Context.KEY) Context context) {
        String method = "addressRanges.create";
        String action = "compute:nodes:create";
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return Span.of(command)
                .then(span -> pools.find(context, command, command.poolId(), method, action, tenant)
                        .then(pool -> gate.pass(context, command, method, action, tenant, meta -> {
                            Optional<Problem> refusal = PoolRules.hosted(pool).or(() -> PoolRules.active(pool));
                            return refusal.isPresent()
                                    ? Outcome.refused(refusal.get())
                                    : create(command, context, span, meta);
                        })));
    }

    private Outcome<Affected> create(CreateAddressRange command, Context context, Span span, MetaData meta) {
        String tenantId = command.tenantId();
        Optional<Streams.Loaded<PoolRanges>> others = claims.find(PoolRanges.id(tenantId, command.poolId()));
        Optional<String> overlap = others.flatMap(it -> it.get(all -> all.overlapping(span.first(), span.last())));
        if (overlap.isPresent()) {
            return Outcome.refused(Problem.conflict(
                    "Another range of the pool has some of these addresses.", "rangeId", overlap.get()));
        }
        String id = context.newId("rng");
        String first = Ipv4.format(span.first());
        String last = Ipv4.format(span.last());
        NameClaimed claim = PoolRanges.claimOf(tenantId, command.poolId(), id, first, last);
        MetaData link = MetaData.emptyInstance();
        ranges.create(() -> AddressRange.create(
                new RangeCreated(
                        id, tenantId, command.poolId(), context.caller().principal(), span.cidr(), first, last),
                meta));
        others.ifPresentOrElse(
                it -> it.apply(all -> all.claim(claim, link)),
                () -> claims.create(() -> PoolRanges.begin(claim, link)));
        return Outcome.done(new Affected(id));
    }

    /** Takes a range away that has no leases. Asked again it changes nothing. */
    @CommandHandler
    public Outcome<Affected> handle(DeleteAddressRange command, @MetaDataValue(Context.KEY) Context context) {
        String id = command.rangeId();
        Optional<Streams.Loaded<AddressRange>> found =
                ranges.find(id).filter(it -> it.get(AddressRange::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(Problem.notFound("address range", "compute-address-range/" + id));
        }
        Streams.Loaded<AddressRange> range = found.get();
        ResourceRef resource = range.get(AddressRange::resource);
        return gate.pass(context, command, "addressRanges.delete", "compute:nodes:delete", resource, meta -> {
            if (range.get(AddressRange::isDeleted)) {
                return Outcome.done(new Affected(id));
            }
            if (range.get(AddressRange::hasLeases)) {
                return Outcome.refused(
                        Problem.invalidState("The range still has leases; delete their instances first.", "active"));
            }
            range.apply(it -> it.delete(meta));
            claims.get(PoolRanges.id(command.tenantId(), range.get(AddressRange::poolId)))
                    .apply(it -> it.release(id, MetaData.emptyInstance()));
            return Outcome.done(new Affected(id));
        });
    }
}
