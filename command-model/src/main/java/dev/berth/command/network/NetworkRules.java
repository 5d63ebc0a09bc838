package dev.berth.command.network;

import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.network.SubnetSpec;
import dev.berth.command.address.Block;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What may be done with a network: each rule is a function that answers a refusal or allows. */
public final class NetworkRules {
    private NetworkRules() {}

    /** One subnet a region, each a block of addresses, none within another. */
    static Optional<Problem> subnets(List<SubnetSpec> subnets) {
        List<Violation> violations = new ArrayList<>();
        Set<String> regions = new HashSet<>();
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < subnets.size(); i++) {
            SubnetSpec subnet = subnets.get(i);
            if (!regions.add(subnet.region())) {
                violations.add(new Violation("subnets[" + i + "].region", "must be another than before"));
            }
            String cidr = "subnets[" + i + "].cidr";
            try {
                Block block = Block.parse(subnet.cidr());
                if (blocks.stream().anyMatch(it -> it.overlaps(block))) {
                    violations.add(new Violation(cidr, "must not overlap another subnet"));
                }
                blocks.add(block);
            } catch (IllegalArgumentException e) {
                violations.add(new Violation(cidr, String.valueOf(e.getMessage())));
            }
        }
        return violations.isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(violations));
    }

    /** Nothing begins to use a network that is to be deleted. */
    public static Optional<Problem> notEnding(Network network) {
        return network.ending()
                ? Optional.of(stateProblem(network, "The network is being deleted."))
                : Optional.empty();
    }

    /** It is used in regions where it has a subnet. */
    public static Optional<Problem> reaches(Network network, String region) {
        return network.reaches(region)
                ? Optional.empty()
                : Optional.of(Problem.invalid("networkId", "must name a network with a subnet in the region"));
    }

    /** Shares are made in subnets that are there. */
    public static Optional<Problem> ready(Network network, String region) {
        return network.providerId(region).isPresent()
                ? Optional.empty()
                : Optional.of(stateProblem(network, "The network's subnet in the region is not ready."));
    }

    /** What is made with an account is in that account's networks. */
    public static Optional<Problem> ofAccount(Network network, String accountId) {
        return network.accountId().equals(accountId)
                ? Optional.empty()
                : Optional.of(Problem.invalid("networkId", "must name a network of the same account"));
    }

    /** A network that a pool or a share uses stays. */
    static Optional<Problem> unused(Network network) {
        return network.isUsed()
                ? Optional.of(stateProblem(network, "A pool or a shared volume uses the network."))
                : Optional.empty();
    }

    /** A network that the tenant has not. */
    public static Problem notFound(String networkId) {
        return Problem.notFound("network", "compute-network/" + networkId);
    }

    private static Problem stateProblem(Network network, String detail) {
        return Problem.invalidState(detail, network.state.name().toLowerCase(Locale.ROOT));
    }

    static ResourceRef resource(Network network) {
        return resource(
                network.id(),
                network.tenantId,
                network.createdBy,
                network.state.name().toLowerCase(Locale.ROOT));
    }

    static ResourceRef resource(String id, String tenantId, String createdBy, String state) {
        return new ResourceRef(
                "compute-network", id, Map.of("tenantId", tenantId, "createdBy", createdBy, "state", state));
    }
}
