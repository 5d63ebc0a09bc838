package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who makes an instance's machine. */
public enum Placement {
    /** A host of a hosted pool. */
    @JsonProperty("hosted")
    HOSTED,
    /** A provider account. */
    @JsonProperty("provider")
    PROVIDER
}
