package dev.berth.api.pool;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether something can still be used for new admissions. */
public enum LifeState {
    @JsonProperty("active")
    ACTIVE,
    @JsonProperty("archived")
    ARCHIVED
}
