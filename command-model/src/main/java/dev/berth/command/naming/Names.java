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
    /** No tenant's id. */
    private static final String EVERY_TENANT = "";

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
        PROJECT("project"),
        ACCOUNT("account"),
        NETWORK("network"),
        VOLUME("providerVolume"),
        /** Names of volumes at providers, which are unique in the deployment. */
        AT_PROVIDER("providerVolumeAtProvider");

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
        claim(new NameClaimed(id, tenantId, kind.word, name, holderId), meta);
    }

    /** Frees the name, where this resource holds it. */
    public void release(String tenantId, Kind kind, String name, String holderId, MetaData meta) {
        claims.find(id(tenantId, kind, name)).ifPresent(claim -> claim.apply(it -> it.release(holderId, meta)));
    }

    /** The id of the volume that has this name at a provider, in whichever tenant. */
    public Optional<String> holderAtProvider(String name) {
        return claims.find(id(EVERY_TENANT, Kind.AT_PROVIDER, name)).flatMap(claim -> claim.get(NameClaim::holder));
    }

    /** Gives a volume its name at providers, which {@link #holderAtProvider} has found free. */
    public void claimAtProvider(String tenantId, String name, String holderId, MetaData meta) {
        String id = id(EVERY_TENANT, Kind.AT_PROVIDER, name);
        claim(new NameClaimed(id, tenantId, Kind.AT_PROVIDER.word, name, holderId), meta);
    }

    /** Frees a volume's name at providers, where it holds it. */
    public void releaseAtProvider(String name, String holderId, MetaData meta) {
        claims.find(id(EVERY_TENANT, Kind.AT_PROVIDER, name))
                .ifPresent(claim -> claim.apply(it -> it.release(holderId, meta)));
    }

    private void claim(NameClaimed claimed, MetaData meta) {
        claims.find(claimed.claimId())
                .ifPresentOrElse(
                        claim -> claim.apply(it -> it.claimAgain(claimed, meta)),
                        () -> claims.create(() -> NameClaim.claim(claimed, meta)));
    }

    private static String id(String tenantId, Kind kind, String name) {
        return Ids.derived("name", tenantId, kind.word, name);
    }
}
