package dev.berth.sagas.network;

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
import dev.berth.sagas.MissedEvent;
import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.Step;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a network beside what was seen of it, and what follows. A value, folded from the events of one stream.
 *
 * @param revision how many events of the stream it has seen, at least 1
 * @param subnets by region
 */
public record NetworkPlan(String networkId, long revision, String accountId, Life life, Map<String, SubnetPlan> subnets)
        implements ResourcePlan {
    /** The kind of a network's steps. */
    public static final String KIND = "network";

    /** The kind of the steps that ask again for what was refused. */
    public static final String RETRY_KIND = "networkRetry";

    /** Why a network is in error of which its provider has a part no more. */
    public static final String MISSING = "missing";

    /** What is wanted of it. */
    public enum Life {
        WANTED,
        DELETING,
        DELETED
    }

    /** How far a subnet is at the provider. */
    public enum Making {
        NOT_MADE,
        /** The provider refused to make it; it is asked again now and then. */
        REFUSED,
        MADE,
        /** The provider has it no more. */
        MISSING,
        /** Gone by our doing, or never made. */
        DELETED
    }

    /**
     * One subnet.
     *
     * @param begun whether a create may have been sent whose outcome is not recorded
     * @param providerId the provider's id of it, once it was made
     */
    public record SubnetPlan(
            Making making, boolean begun, @Nullable String providerId) {
        private SubnetPlan now(Making seen) {
            return new SubnetPlan(seen, false, providerId);
        }
    }

    /** What one subnet needs. */
    public record Task(String region, NetworkOperation operation) {}

    public NetworkPlan {
        subnets = new TreeMap<>(subnets);
    }

    /**
     * The plan after one more event.
     *
     * @param before null before the first event
     * @param revision the event's number in its stream, counted from 1
     * @throws MissedEvent when that is not the revision after the last one
     */
    public static NetworkPlan after(@Nullable NetworkPlan before, NetworkEvent event, long revision) {
        long seen = before == null ? 0 : before.revision;
        if (revision != seen + 1) {
            throw new MissedEvent(event.networkId(), seen, revision);
        }
        if (before != null) {
            return before.after(event);
        }
        if (event instanceof NetworkCreated it) {
            Map<String, SubnetPlan> subnets = new TreeMap<>();
            it.subnets().forEach(subnet -> subnets.put(subnet.region(), new SubnetPlan(Making.NOT_MADE, false, null)));
            return new NetworkPlan(it.networkId(), 1, it.accountId(), Life.WANTED, subnets);
        }
        throw new IllegalStateException("A network's stream begins with another event than its creation");
    }

    private NetworkPlan after(NetworkEvent event) {
        return switch (event) {
            case NetworkCreated it -> throw new IllegalStateException("A network is created once");
            case SubnetCreateBegun it -> on(it.region(), s -> new SubnetPlan(s.making(), true, s.providerId()));
            case SubnetReady it -> on(it.region(), s -> new SubnetPlan(Making.MADE, false, it.providerId()));
            case SubnetStepFailed it -> {
                boolean known = it.operation() == NetworkOperation.CREATE
                        && it.failure().certain();
                yield on(it.region(), s -> new SubnetPlan(s.making(), s.begun() && !known, s.providerId()));
            }
            case NetworkErrored it ->
                on(it.region(), s -> s.now(MISSING.equals(it.reason()) ? Making.MISSING : Making.REFUSED));
            case SubnetDeleted it -> on(it.region(), s -> s.now(Making.DELETED));
            case NetworkReady it -> life(life);
            case NetworkUsed it -> life(life);
            case NetworkFreed it -> life(life);
            case NetworkDeleting it -> life(Life.DELETING);
            case NetworkDeleted it -> life(Life.DELETED);
        };
    }

    private NetworkPlan life(Life now) {
        return new NetworkPlan(networkId, revision + 1, accountId, now, subnets);
    }

    private NetworkPlan on(String region, UnaryOperator<SubnetPlan> change) {
        Map<String, SubnetPlan> now = new TreeMap<>(subnets);
        now.computeIfPresent(region, (key, subnet) -> change.apply(subnet));
        return new NetworkPlan(networkId, revision + 1, accountId, life, now);
    }

    /** What its subnets need now; nothing of it waits for the rest. */
    public List<Task> tasks() {
        return switch (life) {
            case WANTED -> each(Making.NOT_MADE, NetworkOperation.CREATE);
            case DELETING ->
                subnets.entrySet().stream()
                        .filter(it -> it.getValue().making() != Making.DELETED)
                        .map(it -> new Task(it.getKey(), NetworkOperation.DELETE))
                        .toList();
            case DELETED -> List.of();
        };
    }

    /** What was refused, and may be asked for again now and then. */
    public List<Task> retries() {
        return life == Life.WANTED ? each(Making.REFUSED, NetworkOperation.CREATE) : List.of();
    }

    private List<Task> each(Making making, NetworkOperation operation) {
        return subnets.entrySet().stream()
                .filter(it -> it.getValue().making() == making)
                .map(it -> new Task(it.getKey(), operation))
                .toList();
    }

    @Override
    public String resourceId() {
        return networkId;
    }

    @Override
    public Optional<Step> step() {
        return tasks().stream().findFirst().map(it -> step(KIND, it));
    }

    /** The step that asks again for what was refused. */
    public Optional<Step> retry() {
        return retries().stream().findFirst().map(it -> step(RETRY_KIND, it));
    }

    private Step step(String kind, Task task) {
        return new Step(networkId, kind, accountId, task.operation().name().toLowerCase(Locale.ROOT), revision);
    }

    @Override
    public boolean over() {
        return life == Life.DELETED;
    }
}
