package dev.berth.infra.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no well-behaved client would send. */
@Timeout(60)
class RawHttpTest {
    private static final String HEAD = "POST /api/compute/pools/create HTTP/1.1\r\nHost: localhost\r\n"
            + "Authorization: Bearer " + TestServer.OPERATOR + "\r\nContent-Type: application/json\r\n";

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer("--berth.limits.body-timeout=700ms", "--berth.limits.requests-per-second=5");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String exchange(String request) throws IOException {
        try (Socket socket = connect()) {
            write(socket, request);
            return rest(socket);
        }
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /a|b^c HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /api/../../x HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /api/compute/pools/create HTTP/1.1\r\nHost: a b\r\n\r\n",
                "POST /api/compute/pools/create HTTP/1.1\r\n\r\n",
                "POST /api/compute/pools/create HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "POST /api/compute/pools/create HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                "POST /api/compute/pools/create HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST /api/compute/pools/create HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: nonsense\r\n\r\n",
                "GET /openapi HTTP/3.7\r\nHost: localhost\r\n\r\n",
                "TRACE /openapi HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "nonsense\r\n\r\n"
            })
    void malformedHttpIsAnsweredWithAProblem(String request) throws IOException {
        String answer = exchange(request);
        assertThat(answer).matches("(?s)HTTP/1.1 (400|404|500|501|505) .*");
        assertThat(answer)
                .containsIgnoringCase("Content-Type: application/problem+json")
                .containsIgnoringCase("X-Request-Id: ")
                .contains("\"code\":\"");
    }

    @Test
    void aBodyThatStopsHalfwayIsAnsweredInTime() throws IOException {
        long started = System.nanoTime();
        String answer = exchange(HEAD + "Content-Length: 100\r\n\r\n{\"tenantId\"");
        assertThat(answer).startsWith("HTTP/1.1 400").contains("\"reason\":\"bodyTimeout\"");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aBodyThatDripsIsAnsweredInTime() throws IOException {
        try (Socket socket = connect()) {
            write(socket, HEAD + "Transfer-Encoding: chunked\r\n\r\n");
            socket.setSoTimeout(50);
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            StringBuilder answer = new StringBuilder();
            while (!answer.toString().contains("bodyTimeout") && System.nanoTime() < deadline) {
                try {
                    write(socket, "1\r\n \r\n");
                    int read = socket.getInputStream().read();
                    if (read < 0) {
                        break;
                    }
                    answer.append((char) read);
                } catch (SocketTimeoutException e) {
                    // Nothing yet: the next drip follows.
                    continue;
                }
            }
            assertThat(answer.toString()).startsWith("HTTP/1.1 400").contains("bodyTimeout");
        }
    }

    @Test
    void anUnknownCallerIsAnsweredBeforeItsBodyCame() throws IOException {
        try (Socket socket = connect()) {
            write(
                    socket,
                    "POST /api/compute/pools/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
                            + "Content-Type: application/json\r\n\r\n");
            byte[] first = socket.getInputStream().readNBytes(12);
            assertThat(new String(first, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void anAnnouncedBodyThatIsTooLongIsNotAskedFor() throws IOException {
        try (Socket socket = connect()) {
            write(socket, HEAD + "Expect: 100-continue\r\nContent-Length: 300000\r\n\r\n");
            byte[] first = socket.getInputStream().readNBytes(12);
            assertThat(new String(first, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
        }
    }

    @Test
    void aTokenThatIsUsedTooOftenIsToldWhenToComeBack() throws IOException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            answers.add(exchange(HEAD.replace(TestServer.OPERATOR, TestServer.ANN)
                    + "Connection: close\r\nContent-Length: 2\r\n\r\n{}"));
        }
        assertThat(answers)
                .anySatisfy(answer -> assertThat(answer)
                        .startsWith("HTTP/1.1 429")
                        .contains("Retry-After: 1")
                        .contains("RATE_LIMITED"));
        assertThat(exchange(HEAD + "Connection: close\r\nContent-Length: 2\r\n\r\n{}"))
                .startsWith("HTTP/1.1 400");
    }
}
