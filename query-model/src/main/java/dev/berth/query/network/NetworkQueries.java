package dev.berth.query.network;

import static dev.berth.query.jooq.Tables.NETWORK;

import dev.berth.api.network.ListNetworks;
import dev.berth.api.network.NetworkView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;

/** Reads networks. */
public final class NetworkQueries {
    private final Listing<NetworkView> networks;

    public NetworkQueries(DSLContext sql) {
        this.networks = new Listing<>(sql, NetworkTable.TABLE);
    }

    /** A network of the tenant, deleted ones included. */
    public Optional<NetworkView> get(String tenantId, String networkId) {
        return networks.one(NETWORK.ID.eq(networkId).and(NETWORK.TENANT_ID.eq(tenantId)));
    }

    /** A page of networks. Empty where the cursor is none. */
    public Optional<Page<NetworkView>> list(ListNetworks query, Predicate<NetworkView> allowed) {
        Condition where = NETWORK.TENANT_ID.eq(query.tenantId());
        if (!query.includeDeleted()) {
            where = where.and(Listing.NOT_ENDED);
        }
        if (query.accountId() != null) {
            where = where.and(NETWORK.ACCOUNT_ID.eq(query.accountId()));
        }
        return networks.page(List.of(where), query.limit(), query.cursor(), allowed);
    }
}
