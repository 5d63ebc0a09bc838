package dev.berth.api.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the reconciler asks a provider to do with a snapshot. */
public enum SnapshotOperation {
    @JsonProperty("create")
    CREATE,
    @JsonProperty("delete")
    DELETE
}
