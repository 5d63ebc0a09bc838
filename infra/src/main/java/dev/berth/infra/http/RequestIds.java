package dev.berth.infra.http;

import dev.berth.api.Ids;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Gives every request an id: the caller's own where it is one, or a new one. It is on the answer and in the logs. */
public final class RequestIds extends HttpFilter {
    /** The header that carries it. */
    public static final String HEADER = "X-Request-Id";

    static final String MDC_KEY = "requestId";
    private static final String ATTRIBUTE = RequestIds.class.getName();
    private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String id = of(request);
        response.setHeader(HEADER, id);
        MDC.put(MDC_KEY, id);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove(MDC_KEY);
        }
    }

    /** The id of this request. */
    static String of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String known) {
            return known;
        }
        String id = accepted(request.getHeader(HEADER));
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }

    /** This id where it is one, or a new one. */
    static String accepted(@Nullable String wanted) {
        return wanted != null && ACCEPTED.matcher(wanted).matches()
                ? wanted
                : Ids.Seed.of(Instant.now(), ThreadLocalRandom.current()).id("req");
    }
}
