package dev.berth.api.image;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an image is for. */
public enum ImageKind {
    @JsonProperty("os")
    OS,
    @JsonProperty("ramdisk")
    RAMDISK
}
