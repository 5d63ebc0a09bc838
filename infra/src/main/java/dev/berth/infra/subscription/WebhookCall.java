package dev.berth.infra.subscription;

import dev.berth.infra.feed.FeedEvent;
import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.outbound.OutboundRefused;
import dev.berth.infra.outbound.SecretReader;
import dev.berth.infra.outbound.SecretUnavailable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a receiver.
 *
 * <p>Owns: its few threads, which look addresses up and read secrets; nothing waits for an answer on a thread. Does not
 * own: when to call, and what follows. Invariants: at most the deadline; no redirect is followed; nothing that a receiver
 * answers is kept but its status. On failure: a sentence that holds neither secret nor address.
 */
public final class WebhookCall implements AutoCloseable {
    private static final int THREADS = 64;
    private static final int WAITING = 1_024;

    private final OutboundHttp http;
    private final SecretReader secrets;
    private final Duration deadline;
    private final InstantSource clock;
    private final ExecutorService starters;

    /** Calls through this client, for at most {@code deadline} each. */
    public WebhookCall(OutboundHttp http, SecretReader secrets, Duration deadline, InstantSource clock) {
        this.http = http;
        this.secrets = secrets;
        this.deadline = deadline;
        this.clock = clock;
        this.starters = pool("webhook-call-", THREADS, WAITING);
    }

    /** A call that is ready to be made. */
    private record Ready(HttpClient client, HttpRequest request) {}

    private static ExecutorService pool(String name, int threads, int waiting) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String name) {
        return Thread.ofPlatform().name(name, 0).daemon(true).factory();
    }

    /** Sends the event. Ends, within the deadline, with null where it was received, or else with why not. */
    CompletableFuture<@Nullable String> send(String url, String secretRef, FeedEvent event) {
        CompletableFuture<HttpResponse<Void>> stopped = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Void>> sent;
        try {
            sent = CompletableFuture.supplyAsync(() -> request(url, secretRef, event), starters)
                    .thenCompose(ready -> {
                        CompletableFuture<HttpResponse<Void>> answer =
                                ready.client().sendAsync(ready.request(), HttpResponse.BodyHandlers.discarding());
                        // Whoever stops waiting ends the call.
                        stopped.whenComplete((ignored, failure) -> answer.cancel(true));
                        return answer;
                    });
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture("Too many calls wait.");
        }
        CompletableFuture<@Nullable String> outcome = sent.orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .handle((answer, failure) -> {
                    stopped.cancel(false);
                    return failure == null ? refusal(answer.statusCode()) : words(failure);
                });
        return outcome;
    }

    private Ready request(String url, String secretRef, FeedEvent event) {
        try {
            OutboundHttp.Target target = http.target(URI.create(url), deadline);
            long timestamp = clock.instant().getEpochSecond();
            String secret = secrets.read(secretRef).value();
            HttpRequest.Builder request = HttpRequest.newBuilder(target.uri())
                    .timeout(deadline)
                    .header("Content-Type", "application/cloudevents+json; charset=utf-8")
                    .header("User-Agent", "berth")
                    .header("webhook-id", event.eventId())
                    .header("webhook-timestamp", Long.toString(timestamp))
                    .header("webhook-signature", Signature.of(secret, event.eventId(), timestamp, event.json()))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(event.json()));
            String host = target.hostHeader();
            if (host != null) {
                request.header("Host", host);
            }
            return new Ready(target.client(), request.build());
        } catch (IOException | SecretUnavailable e) {
            throw new CompletionException(e);
        }
    }

    private static @Nullable String refusal(int status) {
        return status >= 200 && status < 300 ? null : "The receiver answered " + status + ".";
    }

    private String words(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return switch (cause) {
            case SecretUnavailable e -> String.valueOf(e.getMessage());
            case OutboundRefused e -> "The address may not be called.";
            case UnknownHostException e -> "The receiver's name can't be resolved.";
            case TimeoutException e -> "No answer within " + deadline.toSeconds() + " s.";
            case HttpTimeoutException e -> "No answer within " + deadline.toSeconds() + " s.";
            case ConnectException e -> "The receiver can't be reached.";
            case SSLException e -> "The receiver's TLS is not accepted.";
            case IOException e -> "The connection broke off.";
            default -> "The call failed.";
        };
    }

    @Override
    public void close() {
        starters.shutdownNow();
    }
}
