package dev.berth.infra.http;

import dev.berth.api.Command;
import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.Query;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import dev.berth.infra.http.input.InputReader;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The one entry of all methods. A servlet of its own rather than a Spring controller, so that who calls is decided
 * before the body is touched, and every answer has one shape.
 *
 * <p>Owns: the order of checks, and the shape of answers. Does not own: what a method does.
 * Invariants: nothing is looked up for a caller that is not known, whose input is malformed, or whose tenant is
 * another; every answer carries the request id; a refusal is a problem document.
 * On failure: UNAVAILABLE where the store can't be reached, INTERNAL otherwise; the cause goes to the log alone.
 */
public final class ApiServlet extends HttpServlet {
    private final MethodRegistry methods;
    private final Authenticator authenticator;
    private final ForeignCalls foreignCalls;
    private final Limits limits;
    private final RequestRate rate;
    private final Semaphore room;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final RequestRecorder recorder;

    public ApiServlet(
            MethodRegistry methods,
            Authenticator authenticator,
            ForeignCalls foreignCalls,
            Limits limits,
            InstantSource clock,
            RandomGenerator random,
            RequestRecorder recorder) {
        this.methods = methods;
        this.authenticator = authenticator;
        this.foreignCalls = foreignCalls;
        this.limits = limits;
        this.rate = new RequestRate(limits.requestsPerSecond(), limits.burst(), System::nanoTime);
        this.room = new Semaphore(limits.concurrentRequests());
        this.clock = clock;
        this.random = random;
        this.recorder = recorder;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long started = System.nanoTime();
        Optional<ApiMethod<?>> method = methods.at(request.getRequestURI());
        Answer answer = new Answer(request, response);
        try {
            ErrorCode code = answered(request, answer, method);
            recorder.answered(method.orElse(null), code, System.nanoTime() - started);
        } finally {
            MDC.remove(RequestRecorder.MDC_METHOD);
            MDC.remove(RequestRecorder.MDC_TENANT);
        }
    }

    private @Nullable ErrorCode answered(HttpServletRequest request, Answer answer, Optional<ApiMethod<?>> method)
            throws IOException {
        try {
            return answer.write(reply(request, answer, method));
        } catch (ProblemException e) {
            return answer.refuse(e.problem());
        } catch (RuntimeException | Error e) {
            Problem problem = Failures.problem(e);
            recorder.failed(problem.code(), e);
            return answer.refuse(problem);
        }
    }

    private Reply reply(HttpServletRequest request, Answer answer, Optional<ApiMethod<?>> method) {
        Optional<Caller> known = caller(request);
        if (known.isEmpty()) {
            answer.header("WWW-Authenticate", "Bearer");
            return Reply.refused(Problems.unauthenticated());
        }
        Caller caller = known.get();
        long wait = caller.operator() ? 0 : rate.take(caller.session());
        if (wait > 0) {
            answer.header("Retry-After", Long.toString(wait));
            return Reply.refused(Problems.rateLimited("This token is used too often; wait " + wait + " s."));
        }
        if (method.isEmpty() || !request.getMethod().equals("POST")) {
            method.ifPresent(only -> answer.header("Allow", "POST"));
            return Reply.refused(Problems.noSuchPath(request.getMethod(), request.getRequestURI()));
        }
        MDC.put(RequestRecorder.MDC_METHOD, method.get().name());
        if (!isJson(request.getContentType())) {
            return Reply.refused(
                    Problem.invalidBecause("contentType", "Send the input as Content-Type: application/json."));
        }
        if (!isPlain(request)) {
            return Reply.refused(
                    Problem.invalidBecause("contentEncoding", "Send the input as it is, without Content-Encoding."));
        }
        if (!room.tryAcquire()) {
            throw ProblemException.unavailable("The server is busy.");
        }
        try {
            return called(method.get(), caller, request);
        } finally {
            room.release();
        }
    }

    private <I> Reply called(ApiMethod<I> method, Caller caller, HttpServletRequest request) {
        byte[] body = RequestBody.read(request, limits.bodyBytes(), limits.bodyTimeout());
        Outcome<InputReader.Read<I>> input =
                InputReader.read(method.input(), body, method.kind() == ApiMethod.Kind.MUTATION);
        return switch (input) {
            case Outcome.Refused<InputReader.Read<I>> malformed -> new Reply(malformed, false);
            case Outcome.Done<InputReader.Read<I>>(InputReader.Read<I> read) ->
                checked(method, caller, RequestIds.of(request), read.input(), read.dryRun());
        };
    }

    private <I> Reply checked(ApiMethod<I> method, Caller caller, String requestId, I input, boolean dryRun) {
        String tenantId = tenantOf(input);
        MDC.put(RequestRecorder.MDC_TENANT, tenantId);
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Call call = new Call(method, caller, requestId, now, Ids.Seed.of(now, random), dryRun);
        if (!caller.operator() && !tenantId.equals(caller.tenantId())) {
            ResourceRef tenant = ResourceRef.tenant(tenantId);
            Problem denied = call.denied(tenant);
            if (method.kind() == ApiMethod.Kind.MUTATION && !dryRun) {
                foreignCalls.refused(call, tenant, denied);
            }
            return Reply.refused(denied);
        }
        return method.handler().answer(call, input);
    }

    private static String tenantOf(Object input) {
        return switch (input) {
            case Command command -> command.tenantId();
            case Query query -> query.tenantId();
            default -> throw new IllegalStateException(input.getClass() + " is neither command nor query");
        };
    }

    private Optional<Caller> caller(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders("Authorization"));
        return headers.size() == 1 ? authenticator.caller(headers.getFirst()) : Optional.empty();
    }

    /** Whether the body is what it says. One that is packed would have no bound once it is unpacked. */
    private static boolean isPlain(HttpServletRequest request) {
        return Collections.list(request.getHeaders("Content-Encoding")).stream()
                .allMatch(it -> it.isBlank() || it.strip().equalsIgnoreCase("identity"));
    }

    /**
     * JSON is UTF-8 (RFC 8259), so a charset of another name is refused. A body without a type is taken as JSON, and so is
     * one of the type that curl sends unless it is told another.
     */
    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return true;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";");
        String type = parts[0].trim();
        if (!type.equals("application/json") && !type.equals("application/x-www-form-urlencoded")) {
            return false;
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].trim().replace("\"", "");
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                return false;
            }
        }
        return true;
    }
}
