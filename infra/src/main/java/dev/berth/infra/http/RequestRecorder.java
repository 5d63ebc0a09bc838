package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Counts, times and logs requests. Request id, method and tenant are in the logging context; what was asked and what
 * was answered never is.
 */
public final class RequestRecorder {
    static final String MDC_METHOD = "method";
    static final String MDC_TENANT = "tenant";
    private static final Logger log = LoggerFactory.getLogger(RequestRecorder.class);
    private static final String UNKNOWN = "unknown";

    private final MeterRegistry meters;
    private final ConcurrentMap<Key, Timer> timers = new ConcurrentHashMap<>();

    public RequestRecorder(MeterRegistry meters) {
        this.meters = meters;
    }

    private record Key(String method, String code) {}

    /** A request was answered: with this code, or as it wished where that is null. */
    void answered(@Nullable ApiMethod<?> method, @Nullable ErrorCode code, long nanos) {
        String name = method == null ? UNKNOWN : method.name();
        String outcome = code == null ? "OK" : code.name();
        timers.computeIfAbsent(new Key(name, outcome), this::timer).record(nanos, TimeUnit.NANOSECONDS);
        Level level = code == null ? Level.DEBUG : Level.INFO;
        if (log.isEnabledForLevel(level)) {
            log.atLevel(level)
                    .addKeyValue("code", outcome)
                    .addKeyValue("micros", nanos / 1000)
                    .log(code == null ? "request answered" : "request refused");
        }
    }

    /** A request could not be carried out; the log alone has the cause. */
    void failed(ErrorCode code, Throwable cause) {
        log.atLevel(code == ErrorCode.INTERNAL ? Level.ERROR : Level.WARN)
                .addKeyValue("code", code)
                .setCause(code == ErrorCode.INTERNAL ? cause : null)
                .addKeyValue("cause", cause.getClass().getName())
                .log("request failed");
    }

    private Timer timer(Key key) {
        return Timer.builder("berth.requests")
                .description("Requests by method and outcome")
                .tag("method", key.method())
                .tag("code", key.code())
                .register(meters);
    }
}
