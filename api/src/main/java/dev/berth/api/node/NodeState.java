package dev.berth.api.node;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a host is, as far as it was seen. */
public enum NodeState {
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("ready")
    READY,
    @JsonProperty("cordoned")
    CORDONED,
    @JsonProperty("draining")
    DRAINING,
    @JsonProperty("lost")
    LOST,
    @JsonProperty("removed")
    REMOVED
}
