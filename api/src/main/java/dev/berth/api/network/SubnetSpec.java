package dev.berth.api.network;

import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** The part of a network that is wanted in one region. */
public record SubnetSpec(
        @Pattern(regexp = Patterns.REGION) String region,
        @Size(min = 9, max = 18) String cidr) {}
