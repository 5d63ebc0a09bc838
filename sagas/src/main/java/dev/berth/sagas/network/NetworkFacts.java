package dev.berth.sagas.network;

import dev.berth.api.network.NetworkEvent;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkErrored;
import dev.berth.api.network.NetworkEvent.SubnetDeleted;
import dev.berth.api.network.NetworkEvent.SubnetReady;
import dev.berth.api.network.NetworkEvent.SubnetStepFailed;
import dev.berth.sagas.network.NetworkPlan.Making;
import dev.berth.sagas.network.NetworkPlan.SubnetPlan;
import dev.berth.sagas.provider.Wish.NetworkWish;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a step needs to know of its network, from its stream alone.
 *
 * @param plan what is to be done
 * @param created how it was admitted
 * @param fence the greatest fencing number of which an outcome is recorded; 0 before the first
 */
public record NetworkFacts(NetworkPlan plan, NetworkCreated created, long fence) {
    /** From all events of one stream, in order; empty where there are none. */
    public static Optional<NetworkFacts> of(Iterable<? extends NetworkEvent> events) {
        NetworkFacts facts = null;
        for (NetworkEvent event : events) {
            facts = after(facts, event);
        }
        return Optional.ofNullable(facts);
    }

    private static NetworkFacts after(@Nullable NetworkFacts before, NetworkEvent event) {
        if (before == null) {
            NetworkPlan plan = NetworkPlan.after(null, event, 1);
            return new NetworkFacts(plan, (NetworkCreated) event, 0);
        }
        return new NetworkFacts(
                NetworkPlan.after(before.plan, event, before.plan.revision() + 1),
                before.created,
                Math.max(before.fence, fence(event)));
    }

    private static long fence(NetworkEvent event) {
        return switch (event) {
            case SubnetReady it -> it.fence();
            case SubnetStepFailed it -> it.fence();
            case NetworkErrored it -> it.fence();
            case SubnetDeleted it -> it.fence();
            default -> 0;
        };
    }

    /** The provider's id of the subnet in a region, while the provider has it. */
    public Optional<String> providerId(String region) {
        return Optional.ofNullable(plan.subnets().get(region))
                .filter(it -> it.making() == Making.MADE)
                .map(SubnetPlan::providerId);
    }

    /** The mark of the subnet in a region. */
    public static String marker(String networkId, String region) {
        return networkId + ":" + region;
    }

    /** What the subnet in a region is made from. */
    public NetworkWish wish(String region) {
        String cidr = created.subnets().stream()
                .filter(it -> it.region().equals(region))
                .findFirst()
                .orElseThrow()
                .cidr();
        return new NetworkWish(marker(created.networkId(), region), created.name(), region, cidr);
    }
}
