package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes the answer to one request. */
final class Answer {
    private static final String PROBLEM = Answer.class.getName();

    private final HttpServletRequest request;
    private final HttpServletResponse response;

    Answer(HttpServletRequest request, HttpServletResponse response) {
        this.request = request;
        this.response = response;
    }

    void header(String name, String value) {
        response.setHeader(name, value);
    }

    /** Writes what the handler answers; the code of its refusal, or null. */
    @Nullable
    ErrorCode write(Reply reply) throws IOException {
        if (reply.behind()) {
            header("X-Read-Model", "behind");
        }
        return switch (reply.outcome()) {
            case Outcome.Done<?>(JsonLines lines) -> {
                send(lines);
                yield null;
            }
            case Outcome.Done<?> done -> {
                send(200, "application/json", done.value());
                yield null;
            }
            case Outcome.Refused<?> refused -> refuse(refused.problem());
        };
    }

    /** Writes a problem; its code. */
    ErrorCode refuse(Problem problem) throws IOException {
        int retry = Problems.retryAfterSeconds(problem.code());
        if (retry > 0 && !response.containsHeader("Retry-After")) {
            header("Retry-After", Integer.toString(retry));
        }
        // After a body that broke off, Tomcat asks for an error page although this answer is there: it is said again.
        request.setAttribute(PROBLEM, problem);
        String requestId = RequestIds.of(request);
        header(RequestIds.HEADER, requestId);
        send(problem.code().status(), Problems.MEDIA_TYPE, Problems.body(problem, requestId));
        return problem.code();
    }

    /** The problem that this request was answered with before, if it was. */
    @Nullable
    Problem refusedBefore() {
        return request.getAttribute(PROBLEM) instanceof Problem problem ? problem : null;
    }

    private void send(JsonLines lines) throws IOException {
        if (lines.cursor() != null) {
            header(JsonLines.CURSOR, lines.cursor());
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (Object line : lines.lines()) {
            text.write(ApiJson.MAPPER.writeValueAsBytes(line));
            text.write('\n');
        }
        send(200, JsonLines.MEDIA_TYPE, text.toByteArray());
    }

    private void send(int status, String type, Object body) throws IOException {
        send(status, type, ApiJson.MAPPER.writeValueAsBytes(body));
    }

    private void send(int status, String type, byte[] bytes) throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
