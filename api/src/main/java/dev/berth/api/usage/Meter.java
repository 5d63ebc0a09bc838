package dev.berth.api.usage;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;

/** What is metered. */
public enum Meter {
    /** Instances, from the first time they ran until they were deleted. */
    @JsonProperty("vps.instance.hours")
    INSTANCE_HOURS("vps.instance.hours"),
    /** GiB of block volumes. */
    @JsonProperty("vps.volume.gib.hours")
    VOLUME_GIB_HOURS("vps.volume.gib.hours"),
    /** GiB of shares. */
    @JsonProperty("vps.share.gib.hours")
    SHARE_GIB_HOURS("vps.share.gib.hours"),
    /** GiB of snapshots. */
    @JsonProperty("vps.snapshot.gib.hours")
    SNAPSHOT_GIB_HOURS("vps.snapshot.gib.hours");

    private final String word;

    Meter(String word) {
        this.word = word;
    }

    /** Its name in JSON and in tables. */
    public String word() {
        return word;
    }

    /** The meter of this name. */
    public static Meter named(String word) {
        return Arrays.stream(values())
                .filter(it -> it.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no meter " + word));
    }
}
