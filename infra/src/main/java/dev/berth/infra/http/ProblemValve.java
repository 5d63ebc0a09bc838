package dev.berth.infra.http;

import dev.berth.api.Problem;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/** Tomcat's last word, where it refuses a request before any of ours sees it: a malformed URI, host or header. */
public final class ProblemValve extends ErrorReportValve {
    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        Problem problem = Problems.ofStatus(response.getStatus(), "this", "path");
        String requestId = response.getHeader(RequestIds.HEADER);
        if (requestId == null) {
            requestId = RequestIds.accepted(request.getHeader(RequestIds.HEADER));
            response.setHeader(RequestIds.HEADER, requestId);
        }
        try {
            response.setStatus(problem.code().status());
            response.setContentType(Problems.MEDIA_TYPE);
            response.setCharacterEncoding("UTF-8");
            var writer = response.getReporter();
            if (writer != null) {
                writer.write(ApiJson.MAPPER.writeValueAsString(Problems.body(problem, requestId)));
                response.finishResponse();
            }
        } catch (IOException e) {
            container.getLogger().debug("The client did not wait for its answer", e);
        }
    }
}
