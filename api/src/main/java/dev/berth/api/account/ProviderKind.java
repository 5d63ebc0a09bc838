package dev.berth.api.account;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which provider an account is with. */
public enum ProviderKind {
    @JsonProperty("digitalocean")
    DIGITALOCEAN
}
