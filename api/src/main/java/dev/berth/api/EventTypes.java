package dev.berth.api;

import dev.berth.api.account.AccountEvent;
import dev.berth.api.address.RangeEvent;
import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.PolicyEvent;
import dev.berth.api.iam.TokenEvent;
import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.SignerEvent;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.inventory.InventoryEvent;
import dev.berth.api.naming.NameEvent;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.node.NodeEvent;
import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.refusal.RefusalEvent;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.subscription.SubscriptionEvent;
import dev.berth.api.tenant.TenantEvent;
import dev.berth.api.volume.VolumeEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The registry of everything that is stored as an event: stable names and revisions on one side, types on the other. */
public final class EventTypes {
    private static final List<Class<? extends DomainEvent>> VOCABULARIES = List.of(
            InstanceEvent.class,
            VolumeEvent.class,
            SnapshotEvent.class,
            AccountEvent.class,
            NetworkEvent.class,
            QuotaEvent.class,
            PoolEvent.class,
            FlavorEvent.class,
            NodeEvent.class,
            RangeEvent.class,
            ImageEvent.class,
            SignerEvent.class,
            ProjectEvent.class,
            TenantEvent.class,
            TokenEvent.class,
            PolicyEvent.class,
            ConfirmationEvent.class,
            SubscriptionEvent.class,
            NameEvent.class,
            RefusalEvent.class,
            InventoryEvent.class);

    private static final List<Class<?>> ALL = VOCABULARIES.stream()
            .<Class<?>>flatMap(vocabulary -> Arrays.stream(vocabulary.getPermittedSubclasses()))
            .toList();

    private static final Map<String, Class<?>> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(EventTypes::name, Function.identity()));

    private EventTypes() {}

    /** Every stored event type. */
    public static List<Class<?>> all() {
        return ALL;
    }

    /** The type that has this name now; older revisions are brought up to it before they are read. */
    public static Optional<Class<?>> byName(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The stable name of a stored type. */
    public static String name(Class<?> type) {
        return stored(type).name();
    }

    /** The current revision of a stored type. */
    public static String revision(Class<?> type) {
        return stored(type).revision();
    }

    private static Stored stored(Class<?> type) {
        Stored stored = type.getAnnotation(Stored.class);
        if (stored == null) {
            throw new IllegalArgumentException(type.getName() + " has no stable name and can't be stored");
        }
        return stored;
    }
}
