package dev.berth.infra.simulator;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as the families see it.
 *
 * @param path without the query
 * @param query as decoded
 * @param names what the path's template names, as decoded
 * @param base where the caller reached the API, without a path
 * @param dangerous whether the header is there that destroying everything needs
 * @param outcome how what it begins will end
 * @param now the time at which it is carried out
 */
record ApiRequest(
        String method,
        String path,
        Map<String, String> query,
        Map<String, String> names,
        byte[] body,
        String base,
        boolean dangerous,
        Outcome outcome,
        long now) {

    ApiRequest at(long time) {
        return new ApiRequest(method, path, query, names, body, base, dangerous, outcome, time);
    }

    static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        if (raw != null && !raw.isEmpty()) {
            for (String pair : raw.split("&")) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                query.putIfAbsent(decode(name), decode(value));
            }
        }
        return query;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** The query's parameter; null where it is missing or empty. */
    @Nullable
    String parameter(String name) {
        String value = query.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    String name(String template) {
        return String.valueOf(names.get(template));
    }

    /** A number of the path; what is none names nothing. */
    long number(String template) {
        try {
            return Long.parseLong(name(template));
        } catch (NumberFormatException e) {
            throw Refused.notFound();
        }
    }

    /** The body, whose errors are 422. */
    Fields fields() {
        return Fields.read(body, 422);
    }

    /** The body, whose errors are 400. */
    Fields fieldsOr400() {
        return Fields.read(body, 400);
    }
}
