package dev.berth.api.account;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends new use of the account; what was made with it stays. */
public record ArchiveAccount(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.ACCOUNT_ID) String accountId) implements Command {}
