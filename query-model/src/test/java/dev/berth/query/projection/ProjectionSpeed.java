package dev.berth.query.projection;

import static dev.berth.query.Events.SMALL;
import static dev.berth.query.Events.created;
import static dev.berth.query.Events.node;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Given.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeUpdated;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.Quotas;
import dev.berth.query.Database;
import dev.berth.query.Delivered;
import dev.berth.query.Given;
import dev.berth.query.feed.FeedProjection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many events a second one segment takes in: a create with its charge, lease and placement, and its first boot. */
@Tag("campaign")
class ProjectionSpeed {
    private static final int INSTANCES = 10_000;

    private static List<Delivered> events() {
        Given given = given().events(
                        node("node_1"),
                        new NodeUpdated("node_1", "acme", "pool_1", null, new Capacity(1 << 20, 1 << 20, 1 << 20, 0)),
                        new RangeCreated("rng_1", "acme", "pool_1", "ann", "10.0.0.0/8", "10.0.0.1", "10.255.255.254"));
        for (int i = 0; i < INSTANCES; i++) {
            String id = "inst_%046d".formatted(i * 7919 % INSTANCES);
            given.events(
                    new QuotaCharged("quota_1", "acme", "pool_1", id, Quotas.of(SMALL)),
                    new AddressLeased("rng_1", "acme", "pool_1", id, "10.0.0.5"),
                    new NodeAllocated("node_1", "acme", "pool_1", id, SMALL),
                    created(id),
                    scheduled(id));
            if (i >= 1000) {
                given.event(running("inst_%046d".formatted((i - 1000) * 7919 % INSTANCES)));
            }
        }
        return given.delivered();
    }

    @Test
    void viewsAndFeed() {
        List<Delivered> events = events();
        for (Projection projection : List.of(new ViewsProjection(), new FeedProjection())) {
            Database database = Database.fresh();
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long begin = System.nanoTime();
            // One connection, as a pool would give, and so one transaction.
            double[] server = new double[1];
            database.executeInTransaction(() -> {
                for (int from = 0; from < events.size(); from += 500) {
                    projection.project(database.sql(), events.subList(from, Math.min(from + 500, events.size())));
                }
                server[0] = serverSeconds(database.sql());
            });
            double seconds = (System.nanoTime() - begin) / 1e9;
            double busy = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
            System.out.printf(
                    "%s: %d events in %.2f s, %.0f events/s; processor time %.2f s here, %.2f s in PostgreSQL%n",
                    projection.name(), events.size(), seconds, events.size() / seconds, busy, server[0]);
            assertThat(events.size() / seconds).isGreaterThan(5_000);
        }
    }

    /** The processor time of the connection's server process so far, where the system tells it. */
    private static double serverSeconds(DSLContext sql) {
        Path stat = Path.of("/proc/" + sql.fetchValue("select pg_backend_pid()") + "/stat");
        if (!Files.isReadable(stat)) {
            return Double.NaN;
        }
        try {
            String[] fields = Files.readString(stat).split(" ");
            return (Long.parseLong(fields[fields.length - 39]) + Long.parseLong(fields[fields.length - 38])) / 100.0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
