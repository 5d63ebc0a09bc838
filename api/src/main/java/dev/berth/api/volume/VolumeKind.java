package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a volume is. */
public enum VolumeKind {
    /** A disk on one instance at a time. */
    @JsonProperty("block")
    BLOCK,
    /** A network file share that many instances of one network mount at once. */
    @JsonProperty("shared")
    SHARED
}
