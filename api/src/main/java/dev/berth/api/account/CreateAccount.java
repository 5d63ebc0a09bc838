package dev.berth.api.account;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a provider account known.
 *
 * @param secretRef where the credential is read from when it is used: {@code env:NAME} or {@code file:/path}
 * @param endpoint  the API's base without a version; the operator's to set
 */
public record CreateAccount(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NAME) String name,
        ProviderKind provider,
        @Size(min = 1, max = 64) List<@Pattern(regexp = Patterns.REGION) String> regions,

        @Pattern(regexp = Patterns.SECRET_REF) @Size(max = 512)
        String secretRef,

        @Size(min = 1, max = 512) @Nullable String endpoint)
        implements Command {}
