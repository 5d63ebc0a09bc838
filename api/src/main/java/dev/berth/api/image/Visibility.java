package dev.berth.api.image;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who sees an image. */
public enum Visibility {
    @JsonProperty("private")
    PRIVATE,
    @JsonProperty("public")
    PUBLIC
}
