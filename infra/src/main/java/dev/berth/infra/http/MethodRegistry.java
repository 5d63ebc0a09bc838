package dev.berth.infra.http;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All methods of the HTTP contract. Whatever is made from them (routes, documents, tests) is made from here. */
public final class MethodRegistry {
    private final Map<String, ApiMethod<?>> byPath = new LinkedHashMap<>();

    /** A registry of these methods; two of one name are an error in the program. */
    public MethodRegistry(Collection<ApiMethod<?>> methods) {
        for (ApiMethod<?> method : methods) {
            if (byPath.put(method.path(), method) != null) {
                throw new IllegalArgumentException("Method " + method.name() + " is declared twice");
            }
        }
    }

    /** The method at that path. */
    public Optional<ApiMethod<?>> at(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** All of them, in the order of their declaration. */
    public Collection<ApiMethod<?>> all() {
        return byPath.values();
    }
}
