package dev.berth.api.quota;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a quota caps. Sizes are in whole GiB. */
public enum ResourceKind {
    @JsonProperty("vcpu")
    VCPU,
    @JsonProperty("memoryGiB")
    MEMORY_GIB,
    @JsonProperty("gpus")
    GPUS,
    @JsonProperty("diskGiB")
    DISK_GIB
}
