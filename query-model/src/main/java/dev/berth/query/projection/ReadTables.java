package dev.berth.query.projection;

import dev.berth.api.DomainEvent;
import dev.berth.query.ReadTable;
import dev.berth.query.account.AccountTable;
import dev.berth.query.address.RangeTable;
import dev.berth.query.iam.IamTables;
import dev.berth.query.image.ImageTable;
import dev.berth.query.instance.InstanceTable;
import dev.berth.query.network.NetworkTable;
import dev.berth.query.node.NodeTable;
import dev.berth.query.pool.PoolTable;
import dev.berth.query.project.ProjectTable;
import dev.berth.query.quota.QuotaTable;
import dev.berth.query.snapshot.SnapshotTable;
import dev.berth.query.subscription.SubscriptionTable;
import dev.berth.query.tenant.TenantTable;
import dev.berth.query.volume.VolumeTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All read tables. */
public final class ReadTables {
    private static final List<ReadTable<?, ?>> ALL = List.of(
            InstanceTable.TABLE,
            QuotaTable.TABLE,
            VolumeTable.TABLE,
            SnapshotTable.TABLE,
            NodeTable.TABLE,
            RangeTable.TABLE,
            PoolTable.TABLE,
            PoolTable.FLAVORS,
            AccountTable.TABLE,
            NetworkTable.TABLE,
            ImageTable.TABLE,
            ImageTable.SIGNERS,
            ProjectTable.TABLE,
            TenantTable.TABLE,
            IamTables.TOKENS,
            IamTables.POLICIES,
            IamTables.CONFIRMATIONS,
            SubscriptionTable.TABLE);

    private static final Map<Class<?>, ReadTable<?, ?>> BY_EVENT = byEvent();

    private ReadTables() {}

    /** Every read table, those that take the most events first. */
    public static List<ReadTable<?, ?>> all() {
        return ALL;
    }

    /** The table that shows the event's resource; empty for what is not shown: names and refusals. */
    public static Optional<ReadTable<?, ?>> of(Class<? extends DomainEvent> event) {
        return Optional.ofNullable(BY_EVENT.get(event));
    }

    private static Map<Class<?>, ReadTable<?, ?>> byEvent() {
        Map<Class<?>, ReadTable<?, ?>> tables = new HashMap<>();
        for (ReadTable<?, ?> table : ALL) {
            Arrays.stream(table.vocabulary().getPermittedSubclasses()).forEach(event -> tables.put(event, table));
        }
        return Map.copyOf(tables);
    }
}
