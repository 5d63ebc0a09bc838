package dev.berth.command.naming;

import dev.berth.api.Ids;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.command.Streams;
import java.util.Optional;
import org.axonframework.messaging.MetaData;

/**
 * Names that are unique among a tenant's live resources of one kind. Whoever loses a race for a name is tried again and
 * then finds its holder. A name is locked after its resource.
 */
public final class Names {
    private final Streams<NameClaim> claims;

    /** Over the claims of all tenants. */
    public Names(Streams<NameClaim> claims) {
        this.claims = claims;
    }

    /** What has names that are unique in its tenant. The words are stored: they may not change. */
    public enum Kind {
        POOL("pool"),
        NODE("node"),
        SIGNER("signer"),
        PROJECT("project");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /** The id of the resource that holds the name, if one does. */
    public Optional<String> holder(String tenantId, Kind kind, String name) {
        return claims.find(id(tenantId, kind, name)).flatMap(claim -> claim.get(NameClaim::holder));
    }

    /** Gives the name, which {@link #holder} has found free, to a resource. */
    public void claim(String tenantId, Kind kind, String name, String holderId, MetaData meta) {
        String id = id(tenantId, kind, name);
        NameClaimed claimed = new NameClaimed(id, tenantId, kind.word, name, holderId);
        claims.find(id)
                .ifPresentOrElse(
                        claim -> claim.apply(it -> it.claimAgain(claimed, meta)),
                        () -> claims.create(() -> NameClaim.claim(claimed, meta)));
    }

    /** Frees the name, where this resource holds it. */
    public void release(String tenantId, Kind kind, String name, String holderId, MetaData meta) {
        claims.find(id(tenantId, kind, name)).ifPresent(claim -> claim.apply(it -> it.release(holderId, meta)));
    }

    private static String id(String tenantId, Kind kind, String name) {
        return Ids.derived("name", tenantId, kind.word, name);
    }
}
