package dev.berth.api.pool;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a pool is made of. */
public enum PoolKind {
    @JsonProperty("vps-host")
    VPS_HOST,
    @JsonProperty("provider")
    PROVIDER,
    @JsonProperty("bare-metal")
    BARE_METAL
}
