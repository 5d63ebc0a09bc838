package dev.berth.api.instance;

/** An address that an instance leases from a range. */
public record Lease(String rangeId, String address) {}
