package dev.berth.query.feed;

import dev.berth.api.DomainEvent;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Made-up events, always the same ones, from which the contract of what is published is read. */
final class EventSamples {
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("tenantId", "acme"),
            Map.entry("toTenantId", "globex"),
            Map.entry("createdBy", "ann"),
            Map.entry("deletedBy", "ann"),
            Map.entry("principal", "ann"),
            Map.entry("instanceId", "inst_01jd8h6r3s5t7v9w1x2y4z6a8b"),
            Map.entry("holderId", "inst_01jd8h6r3s5t7v9w1x2y4z6a8b"),
            Map.entry("poolId", "pool_01jd8h2xkq5v7m3c9w4t6n8r0a"),
            Map.entry("nodeId", "node_01jd8h3ap2c4e6g8j0k1m3n5q7"),
            Map.entry("rangeId", "rng_01jd8h3t4v6w8x0y2z3a5b7c9d"),
            Map.entry("projectId", "prj_01jd8h4e6f8g0h2j3k5m7n9p1q"),
            Map.entry("signerId", "sig_01jd8h4y8z0a2b3c5d7e9f1g3h"),
            Map.entry("tokenId", "tok_01jd8h5h0j2k3m5n7p9q1r3s5t"),
            Map.entry("accountId", "acct_01jd8h5k1m3n5p7q9r0s2t4v6w"),
            Map.entry("networkId", "net_01jd8h5m2n4p6q8r0s1t3v5w7x"),
            Map.entry("volumeId", "pvol_01jd8h5n3p5q7r9s1t2v4w6x8y"),
            Map.entry("snapshotId", "psnap_01jd8h5p4q6r8s0t2v3w5x7y9z"),
            Map.entry("subscriptionId", "sub_01jd8h7t4v6w8x0y2z3a5b7c9d"),
            Map.entry("confirmationId", "conf_01jd8h5q5r7s9t1v3w4x6y8z0a"),
            Map.entry("imageId", "debian-13"),
            Map.entry("policyId", "small-machines"),
            Map.entry("flavor", "medium"),
            Map.entry("fromFlavor", "small"),
            Map.entry("name", "main"),
            Map.entry("region", "nyc3"),
            Map.entry("providerSize", "s-2vcpu-4gb"),
            Map.entry("digest", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
            Map.entry("action", "compute:instances:delete"),
            Map.entry("resource", "compute-instance/inst_01jd8h6r3s5t7v9w1x2y4z6a8b"),
            Map.entry("reason", "Timeout"),
            Map.entry("message", "The host did not answer."),
            Map.entry("address", "10.20.0.1"),
            Map.entry("first", "10.20.0.1"),
            Map.entry("last", "10.20.0.254"),
            Map.entry("cidr", "10.20.0.0/24"),
            Map.entry("types", "instance.running"));

    private static final Map<String, Integer> NUMBERS = Map.of(
            "vcpu", 2, "memoryGiB", 4, "diskGiB", 40, "gpus", 0, "sizeGiB", 100, "observedSizeGiB", 100, "after", 41);

    private static final Instant THEN = Instant.parse("2026-03-02T09:30:12.345Z");

    /** Whether what need not have a value has one. */
    private final boolean full;

    private EventSamples(boolean full) {
        this.full = full;
    }

    /** An event of this type: with all that it can hold, or with only what it must. */
    static DomainEvent of(Class<?> type, boolean full) {
        return (DomainEvent) new EventSamples(full).record(type);
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        @Nullable Object[] values = Arrays.stream(components).map(this::value).toArray();
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("A sample of " + type + " is refused", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("No sample of " + type, e);
        }
    }

    private @Nullable Object value(RecordComponent component) {
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || component.getAccessor().getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
        return optional && !full ? null : value(component.getGenericType(), component.getName());
    }

    private Object value(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            Object item = value(generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1], name);
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == List.class) {
                return List.of(item);
            }
            return raw == Set.class ? Set.of(item) : Map.of("key", item);
        }
        Class<?> one = (Class<?>) type;
        if (one == String.class || one == Object.class) {
            return TEXTS.getOrDefault(name, name);
        } else if (one == long.class || one == Long.class) {
            return NUMBERS.getOrDefault(name, 1).longValue();
        } else if (one == int.class || one == Integer.class) {
            return NUMBERS.getOrDefault(name, 1);
        } else if (one == boolean.class || one == Boolean.class) {
            return true;
        } else if (one == Instant.class) {
            return THEN;
        } else if (one == long[].class) {
            return new long[] {1};
        } else if (one == byte[].class) {
            return new byte[] {1};
        } else if (one.isEnum()) {
            return one.getEnumConstants()[0];
        } else if (one.isRecord()) {
            return record(one);
        } else if (one.isSealed()) {
            return record(one.getPermittedSubclasses()[0]);
        }
        throw new IllegalStateException("No sample of " + one);
    }
}
