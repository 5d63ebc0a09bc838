package dev.berth.api.account;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Why a provider has not done what it was asked for.
 *
 * @param reason  one word for programs, such as {@code RateLimited}; the same for the same cause
 * @param message the provider's words; nothing secret
 */
public record ProviderFailure(String reason, String message, Certainty certainty) {
    /** What is known of the request. */
    public enum Certainty {
        /** It was not carried out; it may be at another time. */
        @JsonProperty("passing")
        PASSING,
        /** It was not carried out, and asking again as things are is of no use. */
        @JsonProperty("refused")
        REFUSED,
        /** It may or may not have been carried out, or may still be. */
        @JsonProperty("unknown")
        UNKNOWN
    }

    /** Whether the provider certainly has not done it. */
    public boolean certain() {
        return certainty != Certainty.UNKNOWN;
    }
}
