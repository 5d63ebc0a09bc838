package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who is sent webhooks: keeps what came, checks every signature, and answers as it is told. */
final class Receiver implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final byte[] KEY = "a key of some bytes, as it is".getBytes(StandardCharsets.US_ASCII);

    /** Answers nothing at all until the test is over. */
    static final int HANG = -1;

    /** A request, and how it was answered. */
    record Request(String webhookId, JsonNode event, int status, long nanos) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path secret;
    private final List<Request> requests = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private volatile IntSupplier status = () -> 204;

    Receiver() {
        try {
            secret = Files.createTempFile("hook", ".secret");
            Files.writeString(secret, "whsec_" + Base64.getEncoder().encodeToString(KEY) + "\n");
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int answer = status.getAsInt();
        String id = header(exchange, "webhook-id");
        String timestamp = header(exchange, "webhook-timestamp");
        JsonNode event = JSON.readTree(body);
        synchronized (this) {
            requests.add(new Request(id, event, answer, System.nanoTime()));
            if (!header(exchange, "webhook-signature").equals(signature(id, timestamp, body))) {
                wrong.add("signature of " + id);
            }
            if (!header(exchange, "Content-Type").startsWith("application/cloudevents+json")
                    || !id.equals(event.get("id").asString())) {
                wrong.add("headers of " + id);
            }
        }
        if (answer == HANG) {
            return;
        }
        if (answer == 302) {
            exchange.getResponseHeaders().set("Location", url() + "elsewhere");
        }
        exchange.sendResponseHeaders(answer, -1);
        exchange.close();
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private static String signature(String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** From now on it answers so. */
    Receiver answering(IntSupplier next) {
        status = next;
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hooks?from=berth";
    }

    String secretRef() {
        return "file:" + secret;
    }

    /** Makes a subscription that sends here, and answers its id. */
    String subscribe(Api api, String... types) {
        return api.call("subscriptions.create", "url", url(), "types", List.of(types), "secretRef", secretRef())
                .ok()
                .get("id")
                .asString();
    }

    /** All that came, in order; every signature so far was right. */
    synchronized List<Request> requests() {
        assertThat(wrong).isEmpty();
        return List.copyOf(requests);
    }

    /** The events that it took, in the order in which it did. */
    List<JsonNode> taken() {
        return requests().stream()
                .filter(it -> it.status() >= 200 && it.status() < 300)
                .map(Request::event)
                .toList();
    }

    /** The same without what came again, since an answer was lost or late. */
    List<JsonNode> takenOnce() {
        return taken().stream().distinct().toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        try {
            Files.deleteIfExists(secret);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
