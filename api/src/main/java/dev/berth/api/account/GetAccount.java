package dev.berth.api.account;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One account. */
public record GetAccount(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.ACCOUNT_ID) String accountId) implements Query {}
