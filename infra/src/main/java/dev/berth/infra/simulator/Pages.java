package dev.berth.infra.simulator;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers a listing by pages. */
final class Pages {

    private static final int USUAL = 20;
    private static final int MOST = 200;

    private Pages() {}

    /**
     * @param key of the array in the answer
     * @param all everything that the request's filters let through
     */
    static <E> Answer of(ApiRequest request, String key, List<E> all, Function<E, ?> view) {
        int perPage = Math.min(MOST, number(request, "per_page", USUAL));
        int page = number(request, "page", 1);
        int last = Math.max(1, (all.size() + perPage - 1) / perPage);
        int from = (int) Math.min(all.size(), (page - 1L) * perPage);
        List<?> items = all.subList(from, Math.min(all.size(), from + perPage)).stream()
                .map(view)
                .toList();
        return Answer.of(
                200,
                Json.object(
                        key,
                        items,
                        "links",
                        last == 1 ? Map.of() : Map.of("pages", links(request, page, perPage, last)),
                        "meta",
                        Map.of("total", all.size())));
    }

    private static Map<String, @Nullable Object> links(ApiRequest request, int page, int perPage, int last) {
        Map<String, @Nullable Object> links = Json.object();
        if (page > 1) {
            links.put("first", url(request, 1, perPage));
            links.put("prev", url(request, Math.min(page - 1, last), perPage));
        }
        if (page < last) {
            links.put("next", url(request, page + 1, perPage));
            links.put("last", url(request, last, perPage));
        }
        return links;
    }

    private static String url(ApiRequest request, int page, int perPage) {
        StringBuilder url =
                new StringBuilder(request.base()).append(request.path()).append('?');
        request.query().forEach((name, value) -> {
            if (!name.equals("page") && !name.equals("per_page")) {
                url.append(encode(name)).append('=').append(encode(value)).append('&');
            }
        });
        return url.append("page=")
                .append(page)
                .append("&per_page=")
                .append(perPage)
                .toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static int number(ApiRequest request, String name, int absent) {
        String value = request.parameter(name);
        try {
            return value == null ? absent : Math.max(1, Integer.parseInt(value));
        } catch (NumberFormatException e) {
            return absent;
        }
    }
}
