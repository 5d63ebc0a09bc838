package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an instance is, as far as it was seen. Not every state is reached by this release. */
public enum InstanceState {
    @JsonProperty("pending")
    PENDING,
    /** Admitted; waits for a host, or for its provider. */
    @JsonProperty("scheduling")
    SCHEDULING,
    /** Has a host that makes its machine. */
    @JsonProperty("provisioning")
    PROVISIONING,
    @JsonProperty("starting")
    STARTING,
    @JsonProperty("running")
    RUNNING,
    @JsonProperty("stopped")
    STOPPED,
    @JsonProperty("rebooting")
    REBOOTING,
    @JsonProperty("resizing")
    RESIZING,
    @JsonProperty("deleting")
    DELETING,
    @JsonProperty("deleted")
    DELETED,
    /** Its last operation failed for good; started or deleted by its owner. */
    @JsonProperty("error")
    ERROR,
    /** Its host does not answer or no longer has its machine. */
    @JsonProperty("lost")
    LOST,
    @JsonProperty("paused")
    PAUSED
}
