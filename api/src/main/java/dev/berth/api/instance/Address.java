package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** An address of a machine, as it is shown. */
public record Address(String address, Kind kind) {
    /** Where it can be reached from. */
    public enum Kind {
        @JsonProperty("private")
        PRIVATE,
        @JsonProperty("public")
        PUBLIC
    }
}
