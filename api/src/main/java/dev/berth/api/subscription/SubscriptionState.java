package dev.berth.api.subscription;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether events are sent. */
public enum SubscriptionState {
    /** They are; where the receiver fails, they are tried again. */
    @JsonProperty("active")
    ACTIVE,
    /** They are not, since the receiver failed for too long; a replay goes on. */
    @JsonProperty("paused")
    PAUSED,
    /** Never again. */
    @JsonProperty("deleted")
    DELETED
}
