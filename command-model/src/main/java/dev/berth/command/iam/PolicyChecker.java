package dev.berth.command.iam;

import java.util.Optional;

/** Checks a policy before it is taken. */
public interface PolicyChecker {
    /** The policy engine's own words where the text is not exactly one valid policy; empty where it is. */
    Optional<String> problem(String policy);
}
