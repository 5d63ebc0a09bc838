package dev.berth.infra.simulator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the API was asked since it was started, the last of it. In memory alone. */
final class RequestLog {

    static final int MOST = 20_000;
    private static final int MOST_BODY = 8192;

    /** One request, without its token. */
    static final class Asked {
        private final long number;
        private final long at;
        private final String method;
        private final String path;
        private final @Nullable String query;
        private final String token;
        private final @Nullable String body;
        private volatile int status;
        private volatile @Nullable String fault;
        private volatile long tookMs = -1;

        private Asked(
                long number,
                long at,
                String method,
                String path,
                @Nullable String query,
                String token,
                @Nullable String body) {
            this.number = number;
            this.at = at;
            this.method = method;
            this.path = path;
            this.query = query;
            this.token = token;
            this.body = body;
        }

        void suffers(ApiFault.Effect effect) {
            fault = effect.word();
        }

        void answered(int withStatus, long now) {
            status = withStatus;
            tookMs = now - at;
        }

        private Map<String, @Nullable Object> view() {
            Map<String, @Nullable Object> view = Json.object(
                    "n", number,
                    "at", java.time.Instant.ofEpochMilli(at).toString(),
                    "method", method,
                    "path", path,
                    "token", token);
            if (query != null) {
                view.put("query", query);
            }
            if (body != null) {
                view.put("body", body);
            }
            if (fault != null) {
                view.put("fault", fault);
            }
            if (tookMs >= 0) {
                view.put("status", status);
                view.put("tookMs", tookMs);
            }
            return view;
        }
    }

    private final ArrayDeque<Asked> last = new ArrayDeque<>();
    private long count;

    /** @param token a mark of the token, not the token itself */
    synchronized Asked add(long now, String method, String path, @Nullable String query, String token, byte[] body) {
        String text = body.length == 0 || body.length > MOST_BODY ? null : new String(body, StandardCharsets.UTF_8);
        Asked asked = new Asked(++count, now, method, path, query, token, text);
        last.addLast(asked);
        if (last.size() > MOST) {
            last.removeFirst();
        }
        return asked;
    }

    /** Those after this number, in their order; {@code next} is what to ask for after them. */
    Map<String, @Nullable Object> since(long number) {
        List<Asked> asked = new ArrayList<>();
        long next;
        synchronized (this) {
            next = count;
            for (Asked it : last) {
                if (it.number > number) {
                    asked.add(it);
                }
            }
        }
        return Json.object("items", asked.stream().map(Asked::view).toList(), "next", next);
    }

    /** Tells tokens apart without telling them. */
    static String mark(@Nullable String authorization) {
        if (authorization == null) {
            return "";
        }
        try {
            byte[] hash = java.security.MessageDigest.getInstance("SHA-256")
                    .digest(authorization.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
