package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the reconciler asks a provider to do with a volume itself. */
public enum VolumeOperation {
    @JsonProperty("create")
    CREATE,
    @JsonProperty("resize")
    RESIZE,
    @JsonProperty("delete")
    DELETE
}
