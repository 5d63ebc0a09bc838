package dev.berth.api.tenant;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a tenant may change anything. */
public enum TenantState {
    @JsonProperty("active")
    ACTIVE,
    @JsonProperty("suspended")
    SUSPENDED
}
