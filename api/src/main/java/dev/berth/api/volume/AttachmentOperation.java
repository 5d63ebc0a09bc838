package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the reconciler asks a provider to do with an attachment. */
public enum AttachmentOperation {
    @JsonProperty("attach")
    ATTACH,
    @JsonProperty("detach")
    DETACH
}
