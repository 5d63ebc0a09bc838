package dev.berth.command.subscription;

import java.util.Optional;

/** Where events may be sent, and where secrets may be read from, in this deployment. */
public interface Receivers {
    /** Why nothing may be sent to this address, in one sentence; empty where it may. Looks nothing up. */
    Optional<String> problemWithUrl(String url);

    /** Why the secret may not be read from there, in one sentence; empty where it may. Reads nothing. */
    Optional<String> problemWithSecretRef(String secretRef);
}
