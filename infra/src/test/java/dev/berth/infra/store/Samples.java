package dev.berth.infra.store;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Made-up objects with every field filled, always the same for a type. */
final class Samples {
    private int number;

    Object of(Class<?> type) {
        try {
            return record(type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("No sample of " + type, e);
        }
    }

    private Object record(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(components[i].getGenericType(), components[i].getName());
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    /** A value of this type. */
    Object value(Type type, String name) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == List.class) {
                return List.of(value(arguments[0], name), value(arguments[0], name));
            }
            // One entry, since the order of more is not fixed.
            return raw == Set.class ? Set.of(value(arguments[0], name)) : Map.of("key", value(arguments[1], name));
        }
        Class<?> one = (Class<?>) type;
        if (one == String.class || one == Object.class) {
            return name + "-" + ++number;
        } else if (one == long.class || one == Long.class) {
            return (long) ++number;
        } else if (one == int.class || one == Integer.class) {
            return ++number;
        } else if (one == long[].class) {
            return new long[] {++number, ++number};
        } else if (one == boolean.class || one == Boolean.class) {
            return true;
        } else if (one == Instant.class) {
            return Instant.parse("2031-05-06T07:08:09.123Z").plusSeconds(++number);
        } else if (one.isEnum()) {
            Object[] constants = one.getEnumConstants();
            return constants[constants.length - 1];
        } else if (one.isRecord()) {
            return record(one);
        } else if (one.isSealed()) {
            return record(Arrays.asList(one.getPermittedSubclasses()).getFirst());
        }
        return object(one);
    }

    /** An object of a class that is made empty and has fields. */
    private Object object(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object made = constructor.newInstance();
        for (Field field : type.getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.FINAL | Modifier.TRANSIENT)) == 0) {
                field.setAccessible(true);
                field.set(made, value(field.getGenericType(), field.getName()));
            }
        }
        return made;
    }
}
