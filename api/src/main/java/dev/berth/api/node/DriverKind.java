package dev.berth.api.node;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What drives a host. */
public enum DriverKind {
    @JsonProperty("simulated")
    SIMULATED,
    @JsonProperty("libvirt")
    LIBVIRT
}
