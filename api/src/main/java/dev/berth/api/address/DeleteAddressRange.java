package dev.berth.api.address;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Deletes a range without leases. */
public record DeleteAddressRange(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.RANGE_ID) String rangeId) implements Command {}
