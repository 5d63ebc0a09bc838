package dev.berth.infra.http;

import dev.berth.api.Problem;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** What is answered where nothing else did: unknown pages and failures outside of the methods. */
@Controller
public final class ProblemPage implements ErrorController {
    /** Writes the problem that the container found. */
    @RequestMapping("${server.error.path:${error.path:/error}}")
    public void problem(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        Object verb = request.getAttribute(RequestDispatcher.ERROR_METHOD);
        Problem problem = Problems.ofStatus(
                status instanceof Integer known ? known : 404,
                verb == null ? request.getMethod() : verb.toString(),
                path == null ? request.getRequestURI() : path.toString());
        Answer answer = new Answer(request, response);
        Problem known = answer.refusedBefore();
        answer.refuse(known == null ? problem : known);
    }
}
