package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the tenant wants an attachment to be. */
public enum DesiredAttachment {
    @JsonProperty("attached")
    ATTACHED,
    @JsonProperty("detached")
    DETACHED
}
