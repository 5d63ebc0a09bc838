package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a block volume is formatted when it is made. */
public enum Filesystem {
    @JsonProperty("ext4")
    EXT4,
    @JsonProperty("xfs")
    XFS,
    @JsonProperty("none")
    NONE
}
