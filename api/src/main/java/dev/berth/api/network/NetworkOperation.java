package dev.berth.api.network;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the reconciler asks a provider to do with a subnet. */
public enum NetworkOperation {
    @JsonProperty("create")
    CREATE,
    @JsonProperty("delete")
    DELETE
}
