package dev.berth.infra.directory;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.AccountView;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.address.RangeDirectory;
import dev.berth.command.image.ImageDirectory;
import dev.berth.command.node.NodeRoom;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.tenant.TenantDirectory;
import dev.berth.infra.iam.TenantPolicies;
import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import dev.berth.query.StreamGap;
import dev.berth.query.projection.ReadTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decisions only read, in memory.
 *
 * <p>Owns: pools, flavors, images, signers, projects, hosts with their room, address ranges, provider accounts, tenants,
 * tokens, policies and who waits for a host. Does not own: how the events come here. Invariants: written by one thread; nothing is held of an
 * instance that is placed. On failure: where events of a stream were missed, the stream is read again as a whole; an event
 * that can't be folded is thrown.
 */
public final class Directories {
    private final List<Consumer<String>> capacityListeners = new CopyOnWriteArrayList<>();
    private final Function<String, List<Delivered>> streams;
    private final WaitingLists waiting = new WaitingLists();
    private final WaitingInstances instances;
    private final MemoryPools pools = new MemoryPools();
    private final MemoryImages images = new MemoryImages();
    private final MemoryProjects projects = new MemoryProjects();
    private final MemoryNodes nodes;
    private final MemoryRanges ranges = new MemoryRanges();
    private final MemoryAccounts accounts = new MemoryAccounts();
    private final MemoryTenants tenants = new MemoryTenants();
    private final MemoryTokens tokens = new MemoryTokens();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Map<ReadTable<?, ?>, MemoryTable<?, ?>> tables = new LinkedHashMap<>();

    /**
     * Empty directories.
     *
     * @param streams reads all events of a stream
     */
    public Directories(Function<String, List<Delivered>> streams) {
        this.streams = streams;
        this.nodes = new MemoryNodes(waiting, this::capacity);
        this.instances = new WaitingInstances(waiting, streams, this::joined);
        List<MemoryTable<?, ?>> all = List.of(
                pools.pools,
                pools.flavors,
                images.images,
                images.signers,
                projects,
                nodes,
                ranges,
                accounts,
                tenants,
                tokens,
                policies);
        all.forEach(table -> tables.put(table.kind(), table));
    }

    /** Pools and flavors. */
    public PoolDirectory pools() {
        return pools;
    }

    /** Images and signers. */
    public ImageDirectory images() {
        return images;
    }

    /** Projects. */
    public ProjectDirectory projects() {
        return projects;
    }

    /** Hosts and their room. */
    public NodeRoom nodeRoom() {
        return nodes;
    }

    /** Address ranges. */
    public RangeDirectory ranges() {
        return ranges;
    }

    /** Every provider account of every tenant, archived ones included. */
    public List<AccountView> everyAccount() {
        return accounts.everyOne();
    }

    /** Provider accounts. */
    public AccountDirectory accounts() {
        return accounts;
    }

    /** Tenants. */
    public TenantDirectory tenants() {
        return tenants;
    }

    /** Tokens. */
    public TokenDirectory tokens() {
        return tokens;
    }

    /** Policies. */
    public TenantPolicies policies() {
        return policies;
    }

    /**
     * Has the listener told the pool whenever an instance that waits in it may fit from now on: a host has more room than
     * before, or somebody has begun to wait although there is room. It is called by the reading thread and must not block.
     */
    public void onCapacity(Consumer<String> listener) {
        capacityListeners.add(listener);
    }

    /** How many resources of each kind are held. */
    public Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        tables.forEach((kind, table) -> sizes.put(kind.name(), table.size()));
        sizes.put("waiting", waiting.size());
        return sizes;
    }

    WaitingLists waiting() {
        return waiting;
    }

    MemoryNodes nodes() {
        return nodes;
    }

    /** Adds what stands in the read tables; rows that are held in a newer revision stay. */
    void load(DSLContext sql) {
        tables.values().forEach(table -> table.load(sql));
        instances.load(sql);
    }

    /** Takes an event in. One that was taken in before changes nothing. */
    void apply(Delivered delivered) {
        DomainEvent event = delivered.event();
        if (event instanceof InstanceEvent it) {
            instances.apply(it, delivered);
            return;
        }
        MemoryTable<?, ?> table = table(event);
        if (table == null) {
            return;
        }
        try {
            table.apply(delivered);
        } catch (StreamGap e) {
            // Its row in the read table was behind, since one of its events could not be taken in there.
            table.rebuild(streams.apply(delivered.streamId()));
        }
    }

    private @Nullable MemoryTable<?, ?> table(DomainEvent event) {
        return ReadTables.of(event.getClass())
                .<MemoryTable<?, ?>>map(tables::get)
                .orElse(null);
    }

    private void joined(Waiting one) {
        if (nodes.fits(one.poolId(), one.shape())) {
            capacity(one.poolId());
        }
    }

    private void capacity(String poolId) {
        if (!waiting.shapes(poolId).isEmpty()) {
            capacityListeners.forEach(listener -> listener.accept(poolId));
        }
    }
}
