package dev.berth.command.network;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkDeleted;
import dev.berth.api.network.NetworkEvent.NetworkDeleting;
import dev.berth.api.network.NetworkEvent.NetworkErrored;
import dev.berth.api.network.NetworkEvent.NetworkFreed;
import dev.berth.api.network.NetworkEvent.NetworkReady;
import dev.berth.api.network.NetworkEvent.NetworkUsed;
import dev.berth.api.network.NetworkEvent.SubnetCreateBegun;
import dev.berth.api.network.NetworkEvent.SubnetDeleted;
import dev.berth.api.network.NetworkEvent.SubnetReady;
import dev.berth.api.network.NetworkEvent.SubnetStepFailed;
import dev.berth.api.network.NetworkOperation;
import dev.berth.api.network.NetworkState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * One network of a tenant, which has a subnet in each of its regions.
 *
 * <p>Owns: what is wanted of its subnets, what was seen of them, and which pools and shares are in it. Does not own: those
 * pools and shares. Invariants: its subnets never change but that they are made and deleted; nothing is deleted that is
 * used; what a provider gave out is recorded, whatever is wanted by then. On failure: an outcome that is older than the
 * last one of its subnet is ignored; the reconciler takes the next step.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Network {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    String tenantId = "";
    String createdBy = "";
    String accountId = "";
    String name = "";
    String requestHmac = "";
    NetworkState state = NetworkState.PENDING;
    Map<String, Subnet> subnets = new TreeMap<>();
    private Set<String> users = new TreeSet<>();
    /** The number of events so far. */
    long revision;
    /** The revision at which what is wanted last changed. */
    long wantedSince;

    Network() {}

    static Network create(NetworkCreated created, MetaData meta) {
        Network network = new Network();
        apply(created, meta);
        return network;
    }

    String id() {
        return id;
    }

    /** Its tenant. */
    public String tenantId() {
        return tenantId;
    }

    /** The account that it is made with. */
    public String accountId() {
        return accountId;
    }

    /** Whether it is to be deleted, or was. */
    public boolean ending() {
        return state == NetworkState.DELETING || state == NetworkState.DELETED;
    }

    /** The provider's id of its subnet in the region, where that is ready. */
    public Optional<String> providerId(String region) {
        return Optional.ofNullable(subnets.get(region))
                .filter(it -> it.state == NetworkState.READY)
                .map(it -> it.providerId);
    }

    /** Whether it has, or is to have, a subnet in the region. */
    public boolean reaches(String region) {
        return subnets.containsKey(region);
    }

    boolean isUsed() {
        return !users.isEmpty();
    }

    /** A pool or a share is in it from now on. */
    public void use(String userId, MetaData meta) {
        if (!users.contains(userId)) {
            apply(new NetworkUsed(id, tenantId, userId), meta);
        }
    }

    /** A pool or a share is in it no more. */
    public void free(String userId, MetaData meta) {
        if (users.contains(userId)) {
            apply(new NetworkFreed(id, tenantId, userId), meta);
        }
    }

    void createBegun(String region, String sentName, long fence) {
        apply(new SubnetCreateBegun(id, tenantId, region, sentName, fence));
    }

    void made(String region, String providerId, long fence) {
        apply(new SubnetReady(id, tenantId, region, providerId, fence));
        boolean all = subnets.values().stream().allMatch(it -> it.state == NetworkState.READY);
        if (all && state != NetworkState.READY) {
            apply(new NetworkReady(id, tenantId));
        }
    }

    void stepFailed(String region, NetworkOperation operation, ProviderFailure failure, long fence) {
        apply(new SubnetStepFailed(id, tenantId, region, operation, failure, fence));
    }

    void errored(String region, String reason, String message, long fence) {
        apply(new NetworkErrored(id, tenantId, region, reason, message, fence));
    }

    void deleting(String by, MetaData meta) {
        apply(new NetworkDeleting(id, tenantId, by), meta);
    }

    void subnetDeleted(String region, long fence) {
        apply(new SubnetDeleted(id, tenantId, region, fence));
    }

    boolean hasNoSubnets() {
        return subnets.values().stream().allMatch(it -> it.state == NetworkState.DELETED);
    }

    void deleted() {
        apply(new NetworkDeleted(id, tenantId));
    }

    @EventSourcingHandler
    void on(NetworkEvent event) {
        revision++;
        switch (event) {
            case NetworkCreated created -> {
                id = created.networkId();
                tenantId = created.tenantId();
                createdBy = created.createdBy();
                accountId = created.accountId();
                name = created.name();
                requestHmac = created.requestHmac();
                created.subnets().forEach(it -> subnets.put(it.region(), new Subnet()));
                wantedSince = revision;
            }
            case SubnetCreateBegun begun -> subnet(begun.region()).begun();
            case SubnetReady ready -> subnet(ready.region()).made(ready.providerId(), ready.fence(), ending());
            case SubnetStepFailed failed ->
                subnet(failed.region()).failed(failed.operation(), failed.failure(), failed.fence());
            case NetworkErrored errored -> {
                subnet(errored.region()).errored(errored.reason(), errored.fence());
                state = NetworkState.ERROR;
            }
            case NetworkReady ready -> state = NetworkState.READY;
            case NetworkUsed used -> users.add(used.userId());
            case NetworkFreed freed -> users.remove(freed.userId());
            case NetworkDeleting deleting -> {
                state = NetworkState.DELETING;
                subnets.values().forEach(Subnet::deleting);
                wantedSince = revision;
            }
            case SubnetDeleted deleted -> subnet(deleted.region()).deleted(deleted.fence());
            case NetworkDeleted deleted -> state = NetworkState.DELETED;
        }
    }

    Subnet subnet(String region) {
        Subnet subnet = subnets.get(region);
        if (subnet == null) {
            throw new IllegalStateException("The network has no subnet there");
        }
        return subnet;
    }
}
