package dev.berth.api.iam;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Map;

/** A resource to test a decision on, as the caller describes it. */
public record TestedResource(
        @Pattern(regexp = Patterns.RESOURCE_TYPE) String type,
        @Size(min = 1, max = 256) String id,
        @Default("{}") @Size(max = 64) Map<String, Object> attributes) {}
