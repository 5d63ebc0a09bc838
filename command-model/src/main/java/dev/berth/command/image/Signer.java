package dev.berth.command.image;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.image.SignerEvent;
import dev.berth.api.image.SignerEvent.SignerAdded;
import dev.berth.api.image.SignerEvent.SignerRemoved;
import dev.berth.api.image.SignerScope;
import java.util.Map;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * A key whose signatures make images verified.
 *
 * <p>Owns: whether the key is trusted, and by whom. Does not own: what was signed with it, which stays verified.
 * Invariants: its key never changes; once removed it stays removed. On failure: nothing is kept; the caller may ask
 * again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Signer {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String createdBy = "";
    private String name = "";
    private SignerScope scope = SignerScope.TENANT;
    private boolean removed;

    Signer() {}

    static Signer add(SignerAdded added, MetaData meta) {
        Signer signer = new Signer();
        apply(added, meta);
        return signer;
    }

    void remove(MetaData meta) {
        apply(new SignerRemoved(id, tenantId), meta);
    }

    boolean isRemoved() {
        return removed;
    }

    boolean isPlatforms() {
        return scope == SignerScope.PLATFORM;
    }

    String tenantId() {
        return tenantId;
    }

    String name() {
        return name;
    }

    /** As this tenant's policies see it: the platform's are shared with all. */
    ResourceRef resource(String viewer) {
        return new ResourceRef(
                "compute-signer",
                id,
                Map.of("tenantId", tenantId, "createdBy", createdBy, "shared", !tenantId.equals(viewer)));
    }

    @EventSourcingHandler
    void on(SignerEvent event) {
        switch (event) {
            case SignerAdded added -> {
                id = added.signerId();
                tenantId = added.tenantId();
                createdBy = added.createdBy();
                name = added.name();
                scope = added.scope();
            }
            case SignerRemoved gone -> removed = true;
        }
    }
}
