package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A subscriber of the stream of events: reads the frames of one connection until either side ends it. */
final class StreamClient implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final long PATIENCE_SECONDS = 30;

    /** A frame: an event under its position, or the last word under the name {@code end}. */
    record Frame(String id, String name, JsonNode data) {
        long position() {
            return Long.parseLong(id);
        }
    }

    private final HttpResponse<InputStream> answer;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final AtomicInteger comments = new AtomicInteger();
    private final Thread reader;
    private volatile boolean over;

    private StreamClient(HttpResponse<InputStream> answer) {
        this.answer = answer;
        this.reader = Thread.ofPlatform().name("stream-client").daemon(true).start(this::read);
    }

    /** Opens a stream of the tenant's events. */
    static StreamClient open(Api api, String query, Long lastEventId) {
        HttpRequest.Builder request = request(api, query);
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId.toString());
        }
        HttpResponse<InputStream> answer = send(request);
        assertThat(answer.statusCode()).as(query).isEqualTo(200);
        return new StreamClient(answer);
    }

    /** Asks for a stream; its head has come, nothing is read. */
    static HttpResponse<InputStream> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static HttpRequest.Builder request(Api api, String query) {
        return HttpRequest.newBuilder(
                        java.net.URI.create(api.uri("events.stream") + "?tenantId=" + api.tenantId() + query))
                .header("Authorization", "Bearer " + api.token());
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            String id = "";
            String name = "";
            StringBuilder data = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(":")) {
                    comments.incrementAndGet();
                } else if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring(6));
                } else if (line.isEmpty() && !data.isEmpty()) {
                    frames.add(new Frame(id, name, JSON.readTree(data.toString())));
                    data.setLength(0);
                    name = "";
                }
            }
        } catch (IOException e) {
            // It was closed, here or there.
        } finally {
            over = true;
        }
    }

    /** The next frame; fails where none comes. */
    Frame next() {
        try {
            Frame frame = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(frame).as("the next event").isNotNull();
            return frame;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** So many frames. */
    List<Frame> next(int count) {
        List<Frame> all = new ArrayList<>();
        while (all.size() < count) {
            all.add(next());
        }
        return all;
    }

    /** What has come and was not taken yet. */
    List<Frame> drain() {
        List<Frame> all = new ArrayList<>();
        frames.drainTo(all);
        return all;
    }

    int comments() {
        return comments.get();
    }

    /** Whether the server has ended it, or it was closed. */
    boolean over() {
        return over;
    }

    String header(String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** Breaks the connection off, whatever is under way. */
    @Override
    public void close() {
        try {
            answer.body().close();
            reader.join(java.time.Duration.ofSeconds(10));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
