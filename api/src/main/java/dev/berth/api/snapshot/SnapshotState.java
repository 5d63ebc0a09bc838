package dev.berth.api.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a snapshot is, as far as it was seen. */
public enum SnapshotState {
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("ready")
    READY,
    @JsonProperty("deleting")
    DELETING,
    @JsonProperty("deleted")
    DELETED,
    /** The provider refused to make it, or has it no more. */
    @JsonProperty("error")
    ERROR
}
