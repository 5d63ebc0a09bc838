package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a volume is, as far as it was seen. */
public enum VolumeState {
    /** Admitted; the provider has not made it yet. */
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("ready")
    READY,
    /** Being resized. */
    @JsonProperty("updating")
    UPDATING,
    @JsonProperty("deleting")
    DELETING,
    @JsonProperty("deleted")
    DELETED,
    /** The provider refused to make it, or has it no more. */
    @JsonProperty("error")
    ERROR
}
