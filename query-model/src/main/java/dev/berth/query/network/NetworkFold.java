package dev.berth.query.network;

import static dev.berth.query.Fold.existing;

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
import dev.berth.api.network.NetworkState;
import dev.berth.api.network.NetworkView;
import dev.berth.api.network.SubnetView;
import dev.berth.query.EventMeta;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A network as its events make it.
 *
 * <p>Owns: its subnets and what was seen of them. Does not own: who is in it. Invariants: its subnets stay in the order in
 * which they were asked for; a message stays until what it is about went well. On failure: throws for an event before the
 * first one.
 */
public final class NetworkFold {
    private NetworkFold() {}

    /** The network after the event. */
    public static NetworkView fold(@Nullable NetworkView view, NetworkEvent event, EventMeta meta) {
        if (event instanceof NetworkCreated created) {
            return created(created, meta);
        }
        NetworkView before = existing(view, event);
        NetworkState state = before.state();
        String message = before.message();
        List<SubnetView> subnets = before.subnets();
        switch (event) {
            case NetworkCreated ignored -> throw new IllegalStateException("A created network is handled above");
            case SubnetCreateBegun ignored -> {}
            case SubnetReady ready -> {
                NetworkState is = state == NetworkState.DELETING ? NetworkState.DELETING : NetworkState.READY;
                subnets = change(subnets, ready.region(), it -> with(it, is, ready.providerId()));
                message = state == NetworkState.ERROR ? message : null;
            }
            case SubnetStepFailed failed -> message = failed.failure().message();
            case NetworkReady ignored -> {
                state = NetworkState.READY;
                message = null;
            }
            case NetworkErrored errored -> {
                state = NetworkState.ERROR;
                message = errored.message();
                subnets = change(subnets, errored.region(), it -> with(it, NetworkState.ERROR, it.providerId()));
            }
            case NetworkUsed ignored -> {}
            case NetworkFreed ignored -> {}
            case NetworkDeleting ignored -> {
                state = NetworkState.DELETING;
                message = null;
                subnets = subnets.stream()
                        .map(it -> with(it, NetworkState.DELETING, it.providerId()))
                        .toList();
            }
            case SubnetDeleted deleted -> {
                subnets = change(subnets, deleted.region(), it -> with(it, NetworkState.DELETED, it.providerId()));
                message = null;
            }
            case NetworkDeleted ignored -> {
                state = NetworkState.DELETED;
                message = null;
            }
        }
        return new NetworkView(
                before.id(),
                before.tenantId(),
                before.createdBy(),
                before.createdAt(),
                meta.time(),
                meta.revision(),
                before.accountId(),
                before.name(),
                state,
                message,
                subnets,
                event instanceof NetworkDeleted ? meta.time() : before.deletedAt());
    }

    /** Whether something is still to be done for it, so that it must have a step waiting. */
    public static boolean inBetween(NetworkView view) {
        return switch (view.state()) {
            case PENDING, DELETING -> true;
            case READY, ERROR, DELETED -> false;
        };
    }

    private static NetworkView created(NetworkCreated created, EventMeta meta) {
        return new NetworkView(
                created.networkId(),
                created.tenantId(),
                created.createdBy(),
                meta.time(),
                meta.time(),
                meta.revision(),
                created.accountId(),
                created.name(),
                NetworkState.PENDING,
                null,
                created.subnets().stream()
                        .map(it -> new SubnetView(it.region(), it.cidr(), NetworkState.PENDING, null))
                        .toList(),
                null);
    }

    private static List<SubnetView> change(List<SubnetView> subnets, String region, UnaryOperator<SubnetView> change) {
        return subnets.stream()
                .map(it -> it.region().equals(region) ? change.apply(it) : it)
                .toList();
    }

    private static SubnetView with(SubnetView subnet, NetworkState state, @Nullable String providerId) {
        return new SubnetView(subnet.region(), subnet.cidr(), state, providerId);
    }
}
