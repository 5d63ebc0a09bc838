package dev.berth.api.network;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the network gone. Asked again it changes nothing. */
public record DeleteNetwork(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NETWORK_ID) String networkId) implements Command {}
