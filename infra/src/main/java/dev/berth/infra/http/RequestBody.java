package dev.berth.infra.http;

import dev.berth.api.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Reads a body, of bounded length and within a bounded time. A body that says its length is refused unread when that
 * is too long, any other as soon as it is.
 */
final class RequestBody {
    private static final int FIRST_CHUNK = 4096;

    private RequestBody() {}

    /** The body, or the problem with it; after a problem the rest of the connection is of no use. */
    static byte[] read(HttpServletRequest request, int limit, Duration timeout) {
        long announced = request.getContentLengthLong();
        if (announced > limit) {
            throw new ProblemException(Problems.tooLarge(limit));
        }
        long started = System.nanoTime();
        byte[] body = new byte[announced >= 0 ? (int) announced : FIRST_CHUNK];
        int length = 0;
        try {
            InputStream in = request.getInputStream();
            while (true) {
                if (length == body.length) {
                    if (length == announced) {
                        return body;
                    }
                    body = Arrays.copyOf(body, Math.min(2 * length, limit + 1));
                }
                int read = in.read(body, length, body.length - length);
                if (read < 0) {
                    return Arrays.copyOf(body, length);
                }
                length += read;
                if (length > limit) {
                    throw new ProblemException(Problems.tooLarge(limit));
                }
                if (System.nanoTime() - started > timeout.toNanos()) {
                    throw new SocketTimeoutException();
                }
            }
        } catch (IOException e) {
            throw isTimeout(e)
                    ? broken("bodyTimeout", "The body did not arrive within " + timeout.toMillis() + " ms.")
                    : broken("bodyIncomplete", "The body ended before its end.");
        }
    }

    private static boolean isTimeout(IOException failure) {
        return failure instanceof SocketTimeoutException || failure.getCause() instanceof SocketTimeoutException;
    }

    private static ProblemException broken(String reason, String detail) {
        return new ProblemException(Problem.invalidBecause(reason, detail));
    }
}
