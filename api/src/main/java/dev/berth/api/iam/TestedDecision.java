package dev.berth.api.iam;

import java.util.List;

/** The answer to a test of a decision. */
public record TestedDecision(String decision, List<String> policies, String reason) {}
