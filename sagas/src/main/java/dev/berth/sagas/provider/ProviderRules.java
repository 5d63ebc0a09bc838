package dev.berth.sagas.provider;

import java.util.Optional;

/** What can be said of a provider without asking it. Pure: it reads no secret and calls nobody. */
public interface ProviderRules {

    /** What it has at all. */
    Capabilities capabilities();

    /** Why it would refuse the wish before any request; empty where it would have to be asked. */
    Optional<Violation> validate(Wish wish);

    /** Why it would refuse to give a volume that size; empty where it would have to be asked. */
    Optional<Violation> validateSize(VolumeKind kind, int sizeGiB);
}
