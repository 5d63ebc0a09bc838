package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the reconciler asks a host to do with a machine. */
public enum Operation {
    @JsonProperty("provision")
    PROVISION,
    @JsonProperty("start")
    START,
    @JsonProperty("stop")
    STOP,
    @JsonProperty("resize")
    RESIZE,
    @JsonProperty("destroy")
    DESTROY
}
