package dev.berth.infra.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds what answers a path. Where a literal and a template match, the literal wins. */
final class Router {

    /** What answers, and what the path's template names. */
    record Match(Function<ApiRequest, Answer> operation, Map<String, String> names) {}

    private record Route(String template, String[] parts, Function<ApiRequest, Answer> operation) {
        long names() {
            return template.chars().filter(c -> c == '{').count();
        }
    }

    private final Map<String, List<Route>> routes = new HashMap<>();

    /** @param template for example {@code /v2/volumes/{id}} */
    void add(String method, String template, Function<ApiRequest, Answer> operation) {
        String[] parts = template.split("/");
        List<Route> sameSize = routes.computeIfAbsent(method + parts.length, key -> new ArrayList<>());
        sameSize.add(new Route(template, parts, operation));
        sameSize.sort(Comparator.comparingLong(Route::names));
    }

    Optional<Match> find(String method, String path) {
        String[] parts = path.split("/");
        for (Route route : routes.getOrDefault(method + parts.length, List.of())) {
            Map<String, String> names = new HashMap<>();
            if (matches(route.parts(), parts, names)) {
                return Optional.of(new Match(route.operation(), names));
            }
        }
        return Optional.empty();
    }

    private static boolean matches(String[] template, String[] parts, Map<String, String> names) {
        for (int i = 0; i < parts.length; i++) {
            if (template[i].startsWith("{")) {
                names.put(template[i].substring(1, template[i].length() - 1), parts[i]);
            } else if (!template[i].equals(parts[i])) {
                return false;
            }
        }
        return true;
    }
}
