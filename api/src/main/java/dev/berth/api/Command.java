package dev.berth.api;

/** The input of a mutating method: exactly the fields of its HTTP body, already checked against their constraints. */
public interface Command {
    /** The tenant in whose name the call is made. */
    String tenantId();
}
