package dev.berth.api.instance;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** How long, at most, the answer may be held back until the instance is what was asked for. */
public record Wait(@Min(0) @Max(30000) int timeoutMs) {}
