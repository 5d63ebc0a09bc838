package dev.berth.infra.simulator;

import org.jspecify.annotations.Nullable;

/**
 * Something in a network, also for a while after it is gone.
 *
 * @param urn of the form {@code do:droplet:1}
 * @param until when the membership of something that is gone ends
 */
record VpcMember(
        String urn,
        String vpcId,
        String name,
        long createdAt,
        @Nullable Long until) implements Entity {

    @Override
    public String key() {
        return "vpcMember/" + urn;
    }

    @Override
    public @Nullable Long due() {
        return until;
    }

    VpcMember until(long at) {
        return new VpcMember(urn, vpcId, name, createdAt, at);
    }
}
