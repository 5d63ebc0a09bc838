package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the tenant wants an instance to be. */
public enum DesiredState {
    @JsonProperty("running")
    RUNNING,
    @JsonProperty("stopped")
    STOPPED,
    @JsonProperty("deleted")
    DELETED
}
