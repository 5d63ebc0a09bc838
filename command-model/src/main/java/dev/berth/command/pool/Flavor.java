package dev.berth.command.pool;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.FlavorEvent.FlavorArchived;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import java.util.Map;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * One flavor name in one pool.
 *
 * <p>Owns: whether a shape goes by that name now. Does not own: what was made of it; an instance keeps its own copy of the
 * shape. Invariants: a shape is never changed, only archived and followed by another one of the same name. On failure:
 * nothing is kept; the caller may ask again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Flavor {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String poolId = "";
    private String name = "";
    private String createdBy = "";
    private boolean archived;

    Flavor() {}

    static String id(String poolId, String name) {
        return Ids.derived("flv", poolId, name);
    }

    static Flavor create(FlavorCreated created, MetaData meta) {
        Flavor flavor = new Flavor();
        apply(created, meta);
        return flavor;
    }

    void createAgain(FlavorCreated created, MetaData meta) {
        apply(created, meta);
    }

    void archive(MetaData meta) {
        apply(new FlavorArchived(id, tenantId, poolId, name), meta);
    }

    boolean isLive() {
        return !archived;
    }

    /** As the policies of its pool's owner see it. */
    ResourceRef resource() {
        return new ResourceRef(
                "compute-flavor",
                poolId + "/" + name,
                Map.of(
                        "tenantId",
                        tenantId,
                        "createdBy",
                        createdBy,
                        "poolId",
                        poolId,
                        "state",
                        archived ? "archived" : "active",
                        "shared",
                        false));
    }

    @EventSourcingHandler
    void on(FlavorEvent event) {
        switch (event) {
            case FlavorCreated created -> {
                id = created.flavorId();
                tenantId = created.tenantId();
                poolId = created.poolId();
                name = created.name();
                createdBy = created.createdBy();
                archived = false;
            }
            case FlavorArchived ended -> archived = true;
        }
    }
}
