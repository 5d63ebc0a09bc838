package dev.berth.infra.simulator;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** One thing of the account, as it is remembered. Times are in milliseconds since 1970. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Settings.class, name = "settings"),
    @JsonSubTypes.Type(value = Counter.class, name = "counter"),
    @JsonSubTypes.Type(value = Action.class, name = "action"),
    @JsonSubTypes.Type(value = Droplet.class, name = "droplet"),
    @JsonSubTypes.Type(value = Destroy.class, name = "destroy"),
    @JsonSubTypes.Type(value = Volume.class, name = "volume"),
    @JsonSubTypes.Type(value = Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = Share.class, name = "share"),
    @JsonSubTypes.Type(value = ShareSnapshot.class, name = "shareSnapshot"),
    @JsonSubTypes.Type(value = AccessPoint.class, name = "accessPoint"),
    @JsonSubTypes.Type(value = Vpc.class, name = "vpc"),
    @JsonSubTypes.Type(value = VpcMember.class, name = "vpcMember"),
    @JsonSubTypes.Type(value = Tag.class, name = "tag")
})
sealed interface Entity
        permits Settings,
                Counter,
                Action,
                Droplet,
                Destroy,
                Volume,
                Snapshot,
                Share,
                ShareSnapshot,
                AccessPoint,
                Vpc,
                VpcMember,
                Tag {

    /** Unique over all entities. */
    String key();

    /** When time changes it next, or null when only a request does. */
    default @Nullable Long due() {
        return null;
    }
}
