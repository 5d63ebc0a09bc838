package dev.berth.infra.queue;

import dev.berth.api.network.NetworkObservation.SubnetMissing;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.sagas.network.NetworkFacts;
import dev.berth.sagas.network.NetworkPlan;
import dev.berth.sagas.network.NetworkPlan.Life;
import dev.berth.sagas.network.NetworkPlan.Making;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.SeenNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Compares networks, of which each part is a network of its own at the provider: what was removed behind our back. */
final class ComparedNetworks {
    private final Provider provider;
    private final CreateProtocol protocol;
    private final Consumer<Object> report;

    ComparedNetworks(Provider provider, CreateProtocol protocol, Consumer<Object> report) {
        this.provider = provider;
        this.protocol = protocol;
        this.report = report;
    }

    /** A part that the provider should have. */
    record Part(NetworkPlan plan, String region, String providerId) {}

    static List<Part> absent(List<NetworkPlan> plans, Map<String, SeenNetwork> listed) {
        List<Part> absent = new ArrayList<>();
        for (NetworkPlan plan : plans) {
            plan.subnets().forEach((region, subnet) -> {
                String providerId = subnet.providerId();
                boolean expected = plan.life() == Life.WANTED && subnet.making() == Making.MADE;
                if (expected && providerId != null && !listed.containsKey(providerId)) {
                    absent.add(new Part(plan, region, providerId));
                }
            });
        }
        return absent;
    }

    void report(List<Part> absent) {
        for (Part part : absent) {
            String id = part.plan().networkId();
            String marker = NetworkFacts.marker(id, part.region());
            ProviderRef ref = ProviderRef.of(part.providerId(), part.region());
            if (protocol.observe(provider.networks(), marker, ref) instanceof Answer.Missing<SeenNetwork>) {
                report.accept(new SubnetMissing(id, part.region(), part.plan().revision()));
            }
        }
    }
}
