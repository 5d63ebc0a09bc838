package dev.berth.infra.store;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/** Digests of what a type's JSON looks like: the names and types of its fields, and of those of our own types in it. */
final class Shapes {
    private static final String OURS = "dev.berth.";
    private static final int DIGITS = 12;

    private Shapes() {}

    /** Twelve hexadecimal digits that change whenever the shape does. */
    static String digest(Class<?> type) {
        SortedMap<String, String> shapes = new TreeMap<>();
        collect(type, shapes);
        // By shape and not by class, so that a class may be renamed or moved.
        String all = fields(type) + shapes.values();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    private static void collect(Type type, SortedMap<String, String> shapes) {
        switch (type) {
            case Class<?> array when array.isArray() -> collect(array.getComponentType(), shapes);
            case Class<?> one
            when one.getName().startsWith(OURS) -> {
                if (shapes.putIfAbsent(one.getName(), "") == null) {
                    shapes.put(one.getName(), fields(one));
                    for (Class<?> level = one; level != null && level != Object.class; level = level.getSuperclass()) {
                        Arrays.stream(level.getDeclaredFields())
                                .filter(Shapes::stored)
                                .forEach(field -> collect(field.getGenericType(), shapes));
                    }
                }
            }
            case ParameterizedType generic -> {
                collect(generic.getRawType(), shapes);
                Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> collect(argument, shapes));
            }
            default -> {}
        }
    }

    private static String fields(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.toString(type.getEnumConstants());
        }
        StringBuilder out = new StringBuilder("{");
        for (Class<?> level = type; level != null && level != Object.class; level = level.getSuperclass()) {
            Arrays.stream(level.getDeclaredFields())
                    .filter(Shapes::stored)
                    .map(field -> field.getName() + ':' + simple(field.getGenericType()))
                    .sorted()
                    .forEach(field -> out.append(field).append(','));
        }
        return out.append('}').toString();
    }

    private static boolean stored(Field field) {
        return !field.isSynthetic() && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
    }

    private static String simple(Type type) {
        return type.getTypeName().replaceAll("[\\w.$]*[.$]", "");
    }
}
