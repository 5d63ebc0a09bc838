package dev.berth.command;

import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.ImageKind;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.Quotas;
import dev.berth.api.tenant.TenantEvent.TenantCreated;
import dev.berth.command.quota.Quota;
import dev.berth.command.tenant.Tenant;
import java.util.List;
import java.util.stream.IntStream;

/** What happened before, as the events that the real commands would have made of it. */
public final class Given {
    /** The tenant of most tests, and others. */
    public static final String ACME = "acme";

    public static final String GUEST = "guest";
    public static final String OTHER = "other";

    /** Ids of things that most tests need one of. */
    public static final String POOL = id("pool", 1);

    public static final String NODE = id("node", 1);
    public static final String RANGE = id("rng", 1);
    public static final String PROJECT = id("prj", 1);
    public static final String IMAGE = "debian-12";

    /** A flavor of the pool, and a larger one. */
    public static final String SMALL = "small";

    public static final String LARGE = "large";
    public static final MachineShape SMALL_SHAPE = new MachineShape(1, 2, 10, 0);
    public static final MachineShape LARGE_SHAPE = new MachineShape(2, 4, 20, 0);

    private static final String DIGEST = "sha256:" + "0".repeat(64);

    private Given() {}

    /** An id of the right form. */
    public static String id(String prefix, int n) {
        return World.newId(prefix, 1_000L + n);
    }

    /** Tenants. */
    public static List<DomainEvent> tenants(String... ids) {
        return List.of(ids).stream()
                .<DomainEvent>map(id -> new TenantCreated(Tenant.id(id), id))
                .toList();
    }

    /** A hosted pool named {@code main} of this tenant, with limits for 100 small machines. */
    public static List<DomainEvent> pool(String poolId, String tenantId) {
        return pool(poolId, tenantId, "main", PoolKind.VPS_HOST);
    }

    /** A pool. */
    public static List<DomainEvent> pool(String poolId, String tenantId, String name, PoolKind kind) {
        return List.of(
                new PoolCreated(poolId, tenantId, "ann", name, kind, null, null, null, "hmac"),
                named(tenantId, "pool", name, poolId),
                quota(tenantId, poolId, new Quotas(100, 200, 0, 1000)));
    }

    /** The pool is offered to this tenant, with these limits. */
    public static List<DomainEvent> offered(String poolId, String owner, String guest, Quotas max) {
        return List.of(new PoolOffered(poolId, owner, guest), quota(guest, poolId, max));
    }

    /** Limits of a tenant in a pool. */
    public static DomainEvent quota(String tenantId, String poolId, Quotas max) {
        return new QuotaLimitsSet(Quota.id(tenantId, poolId), tenantId, poolId, max);
    }

    /** A flavor. */
    public static DomainEvent flavor(String poolId, String tenantId, String name, MachineShape shape) {
        return new FlavorCreated(Ids.derived("flv", poolId, name), tenantId, poolId, name, "ann", shape, null);
    }

    /** A host that answers. */
    public static List<DomainEvent> node(String nodeId, String poolId, String tenantId, Capacity capacity) {
        String name = "host-" + nodeId.substring(nodeId.length() - 4);
        return List.of(
                new NodeRegistered(nodeId, tenantId, poolId, "ann", name, DriverKind.SIMULATED, null, capacity, "hmac"),
                named(tenantId, "node", name, nodeId),
                new NodeReady(nodeId, tenantId, poolId));
    }

    /** A range of addresses. */
    public static List<DomainEvent> range(String rangeId, String poolId, String tenantId, String first, String last) {
        return List.of(
                new RangeCreated(rangeId, tenantId, poolId, "ann", "10.0.0.0/16", first, last),
                new NameClaimed(
                        Ids.derived("name", tenantId, "addressRange", poolId),
                        tenantId,
                        "addressRange",
                        first + "-" + last,
                        rangeId));
    }

    /** An image for machines that nobody has signed. */
    public static DomainEvent image(String tenantId, String imageId) {
        return new ImageRegistered(
                Ids.derived("img", tenantId, imageId),
                tenantId,
                imageId,
                "ann",
                ImageKind.OS,
                DIGEST,
                "https://images.example/" + imageId,
                null,
                false);
    }

    /** The shape of this many small machines. */
    public static MachineShape filling(int machines) {
        return new MachineShape(
                machines * SMALL_SHAPE.vcpu(), machines * SMALL_SHAPE.memoryGiB(), machines * SMALL_SHAPE.diskGiB(), 0);
    }

    /** All addresses of a part of 10.0.0.0/24 are leased. */
    public static DomainEvent[] leasesOfAll(String first, String last) {
        int from = Integer.parseInt(first.substring(first.lastIndexOf('.') + 1));
        int to = Integer.parseInt(last.substring(last.lastIndexOf('.') + 1));
        return IntStream.rangeClosed(from, to)
                .<DomainEvent>mapToObj(n -> new AddressLeased(RANGE, ACME, POOL, "inst_" + n, "10.0.0." + n))
                .toArray(DomainEvent[]::new);
    }

    /** A project. */
    public static List<DomainEvent> project(String projectId, String tenantId, String name) {
        return List.of(
                new ProjectCreated(projectId, tenantId, "ann", name), named(tenantId, "project", name, projectId));
    }

    /** A name that is taken. */
    public static DomainEvent named(String tenantId, String kind, String name, String holderId) {
        return new NameClaimed(Ids.derived("name", tenantId, kind, name), tenantId, kind, name, holderId);
    }

    /** Everything that a create needs: a pool of ACME with two flavors, a host for 8 small ones, addresses, an image. */
    public static List<DomainEvent> everything() {
        return Scenario.all(
                tenants(ACME, GUEST, OTHER),
                pool(POOL, ACME),
                List.of(
                        flavor(POOL, ACME, SMALL, SMALL_SHAPE),
                        flavor(POOL, ACME, LARGE, LARGE_SHAPE),
                        image(ACME, IMAGE)),
                node(NODE, POOL, ACME, new Capacity(8, 16, 80, 0)),
                range(RANGE, POOL, ACME, "10.0.0.10", "10.0.0.200"),
                project(PROJECT, ACME, "web"));
    }
}
