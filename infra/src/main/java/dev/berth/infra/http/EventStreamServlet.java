package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.feed.StreamEvents;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import dev.berth.infra.feed.EventStream;
import dev.berth.infra.feed.EventStreams;
import dev.berth.infra.feed.FeedReader;
import dev.berth.infra.feed.StreamAccess;
import dev.berth.infra.http.input.InputReader;
import dev.berth.query.feed.FeedQueries;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens event streams. They are written to as their events come and hold no thread meanwhile.
 *
 * <p>Owns: the order of checks, which is that of the methods, and where a stream begins. Does not own: the stream once it
 * is open. Invariants: a position of another generation of the feed, or from beyond its end, is refused, since events
 * would be missed without a sign. On failure: a problem document, as for the methods.
 */
public final class EventStreamServlet extends HttpServlet {
    /** Where it is. */
    public static final String PATH = "/api/compute/events/stream";

    /** What is decided, on the tenant. */
    public static final String ACTION = "compute:events:read";

    /** The header that tells the generation of the feed. */
    public static final String GENERATION = "X-Feed-Generation";

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Authenticator authenticator;
    private final AccessDecider decider;
    private final OwnWrites ownWrites;
    private final FeedReader feed;
    private final EventStreams streams;
    private final RequestRate rate;
    private final RequestRecorder recorder;

    public EventStreamServlet(
            Authenticator authenticator,
            AccessDecider decider,
            OwnWrites ownWrites,
            FeedReader feed,
            EventStreams streams,
            Limits limits,
            RequestRecorder recorder) {
        this.authenticator = authenticator;
        this.decider = decider;
        this.ownWrites = ownWrites;
        this.feed = feed;
        this.streams = streams;
        this.rate = new RequestRate(limits.requestsPerSecond(), limits.burst(), System::nanoTime);
        this.recorder = recorder;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answer answer = new Answer(request, response);
        try {
            Optional<Problem> refusal = open(request, response, answer);
            if (refusal.isPresent()) {
                answer.refuse(refusal.get());
            }
        } catch (ProblemException e) {
            answer.refuse(e.problem());
        } catch (RuntimeException | Error e) {
            Problem problem = Failures.problem(e);
            recorder.failed(problem.code(), e);
            answer.refuse(problem);
        }
    }

    private Optional<Problem> open(HttpServletRequest request, HttpServletResponse response, Answer answer)
            throws IOException {
        String authorization = authorization(request);
        Optional<Caller> known = authenticator.caller(authorization);
        if (known.isEmpty()) {
            answer.header("WWW-Authenticate", "Bearer");
            return Optional.of(Problems.unauthenticated());
        }
        Caller caller = known.get();
        long wait = caller.operator() ? 0 : rate.take(caller.session());
        if (wait > 0) {
            answer.header("Retry-After", Long.toString(wait));
            return Optional.of(Problems.rateLimited("This token is used too often; wait " + wait + " s."));
        }
        if (!request.getMethod().equals("GET")) {
            answer.header("Allow", "GET");
            return Optional.of(Problems.noSuchPath(request.getMethod(), request.getRequestURI()));
        }
        Outcome<StreamEvents> input = InputReader.read(StreamEvents.class, body(request));
        return switch (input) {
            case Outcome.Refused<StreamEvents> malformed -> Optional.of(malformed.problem());
            case Outcome.Done<StreamEvents> read -> allowed(request, response, authorization, caller, read.value());
        };
    }

    private Optional<Problem> allowed(
            HttpServletRequest request,
            HttpServletResponse response,
            @Nullable String authorization,
            Caller caller,
            StreamEvents in)
            throws IOException {
        ResourceRef tenant = ResourceRef.tenant(in.tenantId());
        Problem denied = Problem.denied(ACTION, tenant.path());
        if (!caller.operator() && !in.tenantId().equals(caller.tenantId())) {
            return Optional.of(denied);
        }
        AccessRequest question = new AccessRequest(caller, in.tenantId(), ACTION, tenant, RequestIds.of(request));
        if (!decider.decide(question).allowed()) {
            return Optional.of(denied);
        }
        if (!ownWrites.readable(caller, in.tenantId())) {
            throw ProblemException.unavailable("What was changed before can't be read yet. Ask again.");
        }
        FeedQueries.Head head = feed.head();
        response.setHeader(GENERATION, head.generation().toString());
        long after = in.after() == null ? head.position() : in.after();
        if (after > head.position()
                || in.generation() != null
                        && !in.generation().equals(head.generation().toString())) {
            return Optional.of(new Problem(
                    ErrorCode.CONFLICT,
                    "This position is none of this feed's: a backup was restored since. Begin anew.",
                    Map.of("generation", head.generation().toString(), "position", head.position())));
        }
        EventStreams.Opened opened = streams.open(
                in.tenantId(), Set.copyOf(in.types()), after, () -> stillAllowed(authorization, caller, question));
        opened.stream().ifPresent(stream -> begin(request, response, stream));
        return opened.refusal();
    }

    private StreamAccess.Answer stillAllowed(@Nullable String authorization, Caller caller, AccessRequest question) {
        Optional<Caller> now;
        try {
            now = authenticator.caller(authorization);
        } catch (ProblemException e) {
            return StreamAccess.Answer.UNKNOWN;
        }
        if (now.isEmpty() || !now.get().equals(caller)) {
            return StreamAccess.Answer.refused(Problems.unauthenticated());
        }
        return decider.decide(question).allowed()
                ? StreamAccess.Answer.ALLOWED
                : StreamAccess.Answer.refused(
                        Problem.denied(ACTION, question.resource().path()));
    }

    private static void begin(HttpServletRequest request, HttpServletResponse response, EventStream stream) {
        response.setStatus(200);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        try {
            AsyncSink.start(request, response, stream);
        } catch (IOException | RuntimeException e) {
            stream.closed();
            throw new IllegalStateException("The stream could not be begun", e);
        }
    }

    private static @Nullable String authorization(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders("Authorization"));
        return headers.size() == 1 ? headers.getFirst() : null;
    }

    /** The query as the JSON that a method would be given, so that it is checked in the same way. */
    private static byte[] body(HttpServletRequest request) {
        Map<String, Object> fields = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> {
            if (values.length > 1) {
                fields.put(name, List.of(values));
            } else if (name.equals("types")) {
                fields.put(name, values[0].isEmpty() ? List.of() : List.of(values[0].split(",", -1)));
            } else {
                fields.put(name, name.equals("after") ? number(values[0]) : values[0]);
            }
        });
        String lastEventId = request.getHeader(LAST_EVENT_ID);
        if (lastEventId != null && !lastEventId.isEmpty()) {
            fields.put("after", number(lastEventId));
        }
        return ApiJson.MAPPER.writeValueAsBytes(fields);
    }

    /** A number where it is one; the text is refused as any field of a wrong type. */
    private static Object number(String text) {
        try {
            return text.matches("[0-9]{1,19}") ? Long.valueOf(text) : text;
        } catch (NumberFormatException e) {
            return text;
        }
    }
}
