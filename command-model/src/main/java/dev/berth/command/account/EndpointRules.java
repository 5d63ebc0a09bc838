package dev.berth.command.account;

import java.util.Optional;

/** Which addresses this deployment may call. */
public interface EndpointRules {
    /** Why the address may not be called, as far as its text tells; empty where it may. */
    Optional<String> refusal(String url);
}
