package dev.berth.api.network;

import org.jspecify.annotations.Nullable;

/** The part of a network in one region, as it is shown. */
public record SubnetView(
        String region,
        String cidr,
        NetworkState state,
        @Nullable String providerId) {}
