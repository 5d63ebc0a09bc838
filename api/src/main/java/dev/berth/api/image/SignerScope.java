package dev.berth.api.image;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whose allowlist a signer is on. */
public enum SignerScope {
    @JsonProperty("tenant")
    TENANT,
    @JsonProperty("platform")
    PLATFORM
}
