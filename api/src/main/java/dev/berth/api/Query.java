package dev.berth.api;

/** The input of a reading method: exactly the fields of its HTTP body, already checked against their constraints. */
public interface Query {
    /** The tenant in whose name the call is made. */
    String tenantId();
}
