package dev.berth.api.iam;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far a confirmation is. */
public enum ConfirmationState {
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("approved")
    APPROVED,
    @JsonProperty("used")
    USED,
    @JsonProperty("expired")
    EXPIRED
}
