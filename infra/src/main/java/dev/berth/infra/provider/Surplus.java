package dev.berth.infra.provider;

/**
 * A thing that carries a marker and is not the one that was adopted for it.
 *
 * @param providerId the provider's id of it
 * @param marker of which resource
 * @param reason {@code second} for a second copy, {@code orphan} for one of something that is deleted, {@code replaced} for
 *     one that is known to be gone
 * @param fate {@code asked} for its removal was asked for, {@code gone} for it is missing, {@code kept} for something uses
 *     it, or its removal was refused
 */
public record Surplus(String providerId, String marker, String reason, String fate) {}
