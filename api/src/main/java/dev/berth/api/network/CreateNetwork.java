package dev.berth.api.network;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

/** Makes a network at a provider, with one subnet in each of these regions. */
public record CreateNetwork(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.ACCOUNT_ID) String accountId,
        @Pattern(regexp = Patterns.NAME) String name,
        @Size(min = 1, max = 64) List<SubnetSpec> subnets,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey)
        implements Command {}
