package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an instance can be wanted to be from its creation on. */
public enum InitialState {
    @JsonProperty("running")
    RUNNING(DesiredState.RUNNING),
    @JsonProperty("stopped")
    STOPPED(DesiredState.STOPPED);

    private final DesiredState desired;

    InitialState(DesiredState desired) {
        this.desired = desired;
    }

    /** The same as a desired state. */
    public DesiredState desired() {
        return desired;
    }
}
