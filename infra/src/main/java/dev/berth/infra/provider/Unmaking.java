package dev.berth.infra.provider;

import java.time.Duration;

/** How far unmaking a thing is. */
public sealed interface Unmaking {

    /** There is none (any more), and none will come. */
    record Gone() implements Unmaking {}

    /** Not yet; to be asked again after the pause. */
    record Waiting(String words, Duration retryAfter) implements Unmaking {}

    /** Refused for good, as things stand; it is still there. */
    record Refused(String reason, String words) implements Unmaking {}
}
