package dev.berth.infra.digitalocean;

import dev.berth.infra.outbound.Secret;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is read from answers beside their content: the limits in their headers, and the words of errors. */
final class Replies {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_BYTES = 32 << 20;
    private static final int MOST_ERROR_BYTES = 64 << 10;
    private static final int MOST_WORDS = 300;
    private static final Pattern PER_VOLUME = Pattern.compile("rate-limited - one request per", Pattern.LITERAL);

    private Replies() {}

    /** An answer that ends after so many bytes, and that knows which secret must not show in its words. */
    static final class Bounded implements ClientHttpResponse {
        private final ClientHttpResponse answer;
        private final Secret secret;

        Bounded(ClientHttpResponse answer, Secret secret) {
            this.answer = answer;
            this.secret = secret;
        }

        @Override
        public InputStream getBody() throws IOException {
            return new FilterInputStream(answer.getBody()) {
                private long left = MOST_BYTES;

                @Override
                public int read() throws IOException {
                    int value = super.read();
                    count(value < 0 ? 0 : 1);
                    return value;
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    int read = super.read(bytes, from, length);
                    count(Math.max(0, read));
                    return read;
                }

                private void count(int read) throws IOException {
                    left -= read;
                    if (left < 0) {
                        throw new IOException("The answer is too large");
                    }
                }
            };
        }

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return answer.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return answer.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return answer.getHeaders();
        }

        @Override
        public void close() {
            answer.close();
        }
    }

    /** Tells the budget what the headers say. */
    static void tell(Budget budget, ClientHttpResponse response, Instant now) throws IOException {
        HttpHeaders headers = response.getHeaders();
        Duration retryAfter = retryAfter(headers);
        if (response.getStatusCode().value() == 429) {
            // Whether it is the account's limit at all is in the words, which are read later.
            return;
        }
        Long remaining = number(headers, "ratelimit-remaining");
        Long limit = number(headers, "ratelimit-limit");
        if (limit != null && remaining != null && retryAfter == null) {
            budget.told(limit, remaining, reset(headers));
        }
    }

    private static @Nullable Instant reset(HttpHeaders headers) {
        Long seconds = number(headers, "ratelimit-reset");
        return seconds == null ? null : Instant.ofEpochSecond(seconds);
    }

    private static @Nullable Duration retryAfter(HttpHeaders headers) {
        Long seconds = number(headers, HttpHeaders.RETRY_AFTER);
        return seconds == null ? null : Duration.ofSeconds(Math.min(seconds, 3600));
    }

    private static @Nullable Long number(HttpHeaders headers, String name) {
        String value = headers.getFirst(name);
        try {
            return value == null ? null : Math.max(0, Long.parseLong(value.strip()));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Throws what an answer that is no success means. */
    static void fail(HttpRequest request, ClientHttpResponse response) throws IOException {
        int status = response.getStatusCode().value();
        String raw = new String(response.getBody().readNBytes(MOST_ERROR_BYTES), StandardCharsets.UTF_8);
        String id = "";
        String words = raw;
        try {
            JsonNode body = JSON.readTree(raw);
            // The access points of shares have a code in the id's place.
            id = body.path("id").asString(body.path("code").asString(""));
            words = body.path("message").asString(raw);
        } catch (JacksonException e) {
            // A proxy's page, or nothing.
        }
        if (response instanceof Bounded bounded) {
            words = bounded.secret.redact(words);
        }
        words = words.strip().replaceAll("\\s+", " ");
        words = words.length() > MOST_WORDS ? words.substring(0, MOST_WORDS) + "…" : words;
        Duration retryAfter = retryAfter(response.getHeaders());
        if (status == 429 && !PER_VOLUME.matcher(words).find()) {
            retryAfter = Connection.budget().tooMany(retryAfter, reset(response.getHeaders()));
        }
        throw new ApiFailure(status, request.getMethod().name(), id, words, retryAfter);
    }
}
