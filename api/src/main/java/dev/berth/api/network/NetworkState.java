package dev.berth.api.network;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a network, or one subnet of it, is at its provider. */
public enum NetworkState {
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("ready")
    READY,
    @JsonProperty("deleting")
    DELETING,
    @JsonProperty("deleted")
    DELETED,
    @JsonProperty("error")
    ERROR
}
