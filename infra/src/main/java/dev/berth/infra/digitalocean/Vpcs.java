package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Mark;
import dev.berth.sagas.provider.Networks;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.SeenNetwork;
import dev.berth.sagas.provider.Wish.NetworkWish;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Subnets are VPCs.
 *
 * <p>Owns: VPCs whose description holds this deployment's mark.<br>
 * Does not own: which networks there should be, and their members.<br>
 * Invariants: at most one is being made in a region at a time, since concurrent ones race for ranges; names are unique in an
 * account, so the region belongs to them.<br>
 * On failure: an {@link Answer}.
 */
final class Vpcs implements Networks {

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration MEMBERS = Duration.ofSeconds(3);

    private final Connection connection;
    private final Marks marks;

    Vpcs(Connection connection, Marks marks) {
        this.connection = connection;
        this.marks = marks;
    }

    private SeenNetwork seen(Wire.Vpc it) {
        return new SeenNetwork(
                ProviderRef.of(it.id(), it.region()),
                it.name(),
                marks.ofDescription(it.description()),
                it.createdAt() == null ? Instant.EPOCH : it.createdAt(),
                String.valueOf(it.ipRange()));
    }

    private List<SeenNetwork> all(DigitalOceanApi api) {
        return Connection.pages(page -> api.vpcs(page, Connection.PER_PAGE), Wire.VpcPage::vpcs, Wire.VpcPage::links)
                .stream()
                .map(this::seen)
                .toList();
    }

    private static String name(NetworkWish wish, boolean plain) {
        String name = plain ? wish.name() : wish.longName();
        return name.replace('_', '-') + "-" + wish.region();
    }

    @Override
    public Answer<Found<SeenNetwork>> find(NetworkWish wish, @Nullable String sentName) {
        return connection.call(api -> {
            List<SeenNetwork> all = all(api);
            List<SeenNetwork> ours =
                    all.stream().filter(it -> it.mark().isOf(wish.marker())).toList();
            String name = sentName == null ? name(wish, true) : sentName;
            boolean sibling = all.stream()
                    .anyMatch(it -> it.name().equals(name) && it.mark().owner() == Mark.Owner.THIS_DEPLOYMENT);
            String free = sibling ? name(wish, false) : name;
            boolean foreign =
                    ours.isEmpty() && all.stream().anyMatch(it -> it.name().equals(free));
            return new Answer.Done<>(new Found<>(ours, free, foreign));
        });
    }

    @Override
    public Answer<SeenNetwork> create(NetworkWish wish, String name) {
        return connection.call(api -> {
            Credentials.Shared shared = connection.shared();
            if (!shared.takeRegion(wish.region())) {
                return new Answer.Busy<>("Another network is being made in the region.", SOON);
            }
            try {
                return new Answer.Done<>(seen(api.createVpc(
                                new Wire.NewVpc(name, wish.region(), marks.description(wish.marker()), wish.cidr()))
                        .vpc()));
            } catch (ApiFailure e) {
                if (e.status() == 409) {
                    // Whose it is has to be looked up.
                    return new Answer.Unknown<>(e.words(), true);
                }
                if (e.is(422, "overlap")) {
                    return new Answer.Refused<>("cidr", e.words());
                }
                throw e;
            } finally {
                shared.giveRegion(wish.region());
            }
        });
    }

    @Override
    public Answer<SeenNetwork> observe(ProviderRef ref) {
        return connection.call(api -> new Answer.Done<>(seen(api.vpc(ref.id()).vpc())));
    }

    @Override
    public Answer<Listing<SeenNetwork>> list() {
        Instant began = connection.now();
        return connection.listing(api -> new Answer.Done<>(new Listing<>(
                began,
                all(api).stream()
                        .filter(it -> it.mark().owner() == Mark.Owner.THIS_DEPLOYMENT)
                        .toList())));
    }

    @Override
    public Answer<ProviderRef> remove(ProviderRef ref) {
        return connection.call(api -> {
            try {
                api.deleteVpc(ref.id());
                return new Answer.Done<>(ref);
            } catch (ApiFailure e) {
                if (e.status() == 404) {
                    return new Answer.Done<>(ref);
                }
                if (e.is(403, "default")) {
                    return new Answer.Refused<>("defaultNetwork", e.words());
                }
                if (e.status() == 409 || e.is(403, "members")) {
                    // Members show for a while after they are gone.
                    return new Answer.Busy<>(e.words(), MEMBERS);
                }
                throw e;
            }
        });
    }
}
