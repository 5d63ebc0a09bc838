package dev.berth.api.network;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One network, deleted ones included. */
public record GetNetwork(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NETWORK_ID) String networkId) implements Query {}
