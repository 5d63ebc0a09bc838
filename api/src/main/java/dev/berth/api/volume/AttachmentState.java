package dev.berth.api.volume;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an attachment is, as far as it was seen. */
public enum AttachmentState {
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("attached")
    ATTACHED,
    @JsonProperty("detaching")
    DETACHING,
    /** The provider refused to attach; tried again by the periodic pass. */
    @JsonProperty("error")
    ERROR
}
