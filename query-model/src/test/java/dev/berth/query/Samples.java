package dev.berth.query;

import dev.berth.api.DomainEvent;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a value of any record, every text naming the component that it stands in. */
public final class Samples {
    private Samples() {}

    /** An event of this type, with a value in every component. */
    public static DomainEvent event(Class<?> type) {
        return (DomainEvent) record(type);
    }

    private static Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = Arrays.stream(components).map(Samples::value).toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("No sample of " + type, e);
        }
    }

    private static Object value(RecordComponent component) {
        Class<?> type = component.getType();
        if (type == String.class) {
            return switch (component.getName()) {
                case "first" -> "10.0.0.1";
                case "last" -> "10.0.0.9";
                default -> "text of " + component.getName();
            };
        } else if (type == int.class) {
            return 2;
        } else if (type == long.class) {
            return 3L;
        } else if (type == boolean.class) {
            return true;
        } else if (type == byte[].class) {
            return new byte[] {1, 2, 3};
        } else if (type == Instant.class) {
            return Instant.parse("2030-01-01T00:00:00Z");
        } else if (type == List.class) {
            return List.of(argument(component));
        } else if (type == Set.class) {
            return Set.of(argument(component));
        } else if (type == Map.class) {
            return Map.of("field", "text of " + component.getName());
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return record(type);
    }

    private static Object argument(RecordComponent component) {
        Class<?> argument = (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        if (argument.isRecord()) {
            return record(argument);
        }
        return argument == String.class ? "text of " + component.getName() : argument.getEnumConstants()[0];
    }
}
