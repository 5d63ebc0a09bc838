package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Admits a machine from a pool, a flavor and an image. */
public record CreateInstance(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.PROJECT_ID) @Nullable String projectId,
        @Pattern(regexp = Patterns.NAME) String flavor,
        @Pattern(regexp = Patterns.IMAGE_ID) String imageId,
        @Default("[]") @Size(max = 32) List<@Size(max = 8192) @Pattern(regexp = Patterns.SSH_KEY) String> sshKeys,
        @Size(max = 32768) @Nullable String userData,
        @Default("\"running\"") InitialState desiredState,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey,
        @JsonProperty("wait") @Nullable Wait waitFor)
        implements Command {
    @Override
    public String toString() {
        return "CreateInstance[tenantId=" + tenantId + ", poolId=" + poolId + ", flavor=" + flavor + "]";
    }
}
