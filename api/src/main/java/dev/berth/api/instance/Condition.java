package dev.berth.api.instance;

import java.time.Instant;

/**
 * Something that holds of an instance for now.
 *
 * @param type    such as {@code Unschedulable}, {@code Retrying}, {@code Failed}, {@code Recreated}
 * @param reason  one word for programs
 * @param message one sentence for people
 * @param since   since when it holds
 */
public record Condition(String type, String reason, String message, Instant since) {
    public static final String UNSCHEDULABLE = "Unschedulable";
    public static final String RETRYING = "Retrying";
    public static final String FAILED = "Failed";
    public static final String RECREATED = "Recreated";
    public static final String LOST = "Lost";
}
