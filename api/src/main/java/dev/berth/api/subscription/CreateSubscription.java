package dev.berth.api.subscription;

import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

/**
 * Sends the tenant's published events to an address, from now on.
 *
 * @param types     the types to send; none means all
 * @param secretRef where the secret that signs is read from; never the secret itself
 */
public record CreateSubscription(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,

        @Size(max = 2048) @Pattern(regexp = Patterns.WEB_ADDRESS)
        String url,

        @Default("[]") @Size(max = 64) List<@Pattern(regexp = Patterns.EVENT_TYPE) String> types,

        @Size(max = 1024) @Pattern(regexp = Patterns.SECRET_REF)
        String secretRef)
        implements Command {
    @Override
    public String toString() {
        return "CreateSubscription[tenantId=" + tenantId + ", types=" + types + "]";
    }
}
