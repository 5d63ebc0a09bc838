package dev.berth.infra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;

class OutboundHttpTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    static {
        OutboundHttp.allowHostHeader();
    }

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable it : open.reversed()) {
            it.close();
        }
    }

    private HttpServer serve(HttpServer server) {
        server.createContext("/", exchange -> {
            hosts.add(exchange.getRequestHeaders().getFirst("Host"));
            if (exchange.getRequestURI().getPath().equals("/away")) {
                exchange.getResponseHeaders().set("Location", "http://10.0.0.1/");
                exchange.sendResponseHeaders(302, -1);
            } else {
                byte[] answer = exchange.getRequestURI().toString().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        server.start();
        open.add(() -> server.stop(0));
        return server;
    }

    private HttpServer server() throws IOException {
        return serve(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    private OutboundHttp http(String allowed, OutboundHttp.Resolver resolver) {
        return http(allowed, resolver, () -> {
            try {
                return SSLContext.getDefault();
            } catch (java.security.NoSuchAlgorithmException e) {
                throw new AssertionError(e);
            }
        });
    }

    private OutboundHttp http(String allowed, OutboundHttp.Resolver resolver, Supplier<SSLContext> tls) {
        OutboundHttp http = new OutboundHttp(OutboundRules.allowing(allowed), resolver, tls);
        open.add(http);
        return http;
    }

    private static ClientHttpResponse get(OutboundHttp http, String url) throws IOException {
        return new OutboundRequests(http, () -> SOON)
                .createRequest(URI.create(url), HttpMethod.GET)
                .execute();
    }

    private static List<InetAddress> addresses(String... texts) throws UnknownHostException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String text : texts) {
            addresses.add(InetAddress.getByName(text));
        }
        return addresses;
    }

    @Test
    void aNameIsCalledAtTheAddressThatWasJudgedAndAskedForByName() throws Exception {
        int port = server().getAddress().getPort();
        OutboundHttp http = http("127.0.0.0/8", name -> addresses("127.0.0.1"));
        try (ClientHttpResponse answer = get(http, "http://api.example.test:" + port + "/a%2Fb?c=d%20e")) {
            assertThat(answer.getStatusCode().value()).isEqualTo(200);
            assertThat(new String(answer.getBody().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("/a%2Fb?c=d%20e");
        }
        assertThat(hosts).containsExactly("api.example.test:" + port);
    }

    @Test
    void aNameThatLeadsInsideIsRefusedAtTheCallHoweverItBegan() throws Exception {
        int port = server().getAddress().getPort();
        AtomicInteger asked = new AtomicInteger();
        // The first answer is harmless, as a rebinding name's is.
        OutboundHttp http = http(
                "",
                name -> asked.getAndIncrement() == 0
                        ? addresses("203.0.113.7")
                        : addresses("203.0.113.7", "127.0.0.1"));
        String url = "http://rebind.example.test:" + port + "/";
        assertThat(http.rules().wrong(url)).isEmpty();
        OutboundHttp.Target judged = http.target(URI.create(url), SOON);
        // Whatever the name means by now, the connection would go to what was judged.
        assertThat(judged.uri().getHost()).isEqualTo("203.0.113.7");
        assertThatThrownBy(() -> get(http, url))
                .isInstanceOf(OutboundRefused.class)
                .hasMessageContaining("rebind.example.test")
                .hasMessageNotContaining("127.0.0.1");
        assertThatThrownBy(() -> get(http, "http://127.0.0.1:" + port)).isInstanceOf(OutboundRefused.class);
        assertThatThrownBy(() -> get(http, "http://[::ffff:127.0.0.1]:" + port)).isInstanceOf(OutboundRefused.class);
        assertThat(hosts).isEmpty();
    }

    @Test
    void redirectsAreNotFollowed() throws Exception {
        int port = server().getAddress().getPort();
        OutboundHttp http = http("127.0.0.1", name -> addresses("127.0.0.1"));
        try (ClientHttpResponse answer = get(http, "http://127.0.0.1:" + port + "/away")) {
            assertThat(answer.getStatusCode().value()).isEqualTo(302);
        }
        assertThat(hosts).hasSize(1);
    }

    @Test
    void aNameThatDoesNotResolveInTimeFails() {
        CountDownLatch never = new CountDownLatch(1);
        OutboundHttp http = http("", name -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        });
        assertThatThrownBy(() -> http.target(URI.create("https://slow.example.test"), Duration.ofMillis(50)))
                .isInstanceOf(UnknownHostException.class);
        never.countDown();
    }

    @Test
    void aCertificateIsCheckedForTheNameAndNotForTheAddress() throws Exception {
        KeyStore keys = selfSigned("right.example.test");
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(keys)));
        int port = serve(server).getAddress().getPort();
        OutboundHttp http = http("127.0.0.1", name -> addresses("127.0.0.1"), () -> tls(keys));
        try (ClientHttpResponse answer = get(http, "https://right.example.test:" + port + "/ok")) {
            assertThat(answer.getStatusCode().value()).isEqualTo(200);
        }
        assertThatThrownBy(() -> get(http, "https://wrong.example.test:" + port + "/"))
                .isInstanceOf(javax.net.ssl.SSLException.class);
        assertThatThrownBy(() -> get(http, "https://127.0.0.1:" + port + "/"))
                .isInstanceOf(javax.net.ssl.SSLException.class);
        assertThat(hosts).containsExactly("right.example.test:" + port);
    }

    /** A server's identity for that name, which also trusts itself. */
    private KeyStore selfSigned(String name) throws Exception {
        Path store = directory.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "it",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "change-it",
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, "change-it".toCharArray());
        }
        return keys;
    }

    private static SSLContext tls(KeyStore keys) {
        try {
            KeyManagerFactory identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            identity.init(keys, "change-it".toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(keys);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
