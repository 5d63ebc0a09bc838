package dev.berth.infra.outbound;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/** Lets Spring's clients call through {@link OutboundHttp}. */
public final class OutboundRequests implements ClientHttpRequestFactory {

    private static final Duration LEAST = Duration.ofMillis(1);

    private final OutboundHttp http;
    private final Supplier<Duration> left;

    /** @param left how long the next request may take, asked on the thread that makes it */
    public OutboundRequests(OutboundHttp http, Supplier<Duration> left) {
        this.http = http;
        this.left = left;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
        OutboundHttp.Target target = http.target(uri, atLeast(left.get()));
        Executor direct = http.threads();
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(target.client(), direct);
        factory.setReadTimeout(atLeast(left.get()));
        ClientHttpRequest request = factory.createRequest(target.uri(), method);
        if (target.hostHeader() != null) {
            request.getHeaders().set(HttpHeaders.HOST, target.hostHeader());
        }
        return request;
    }

    private static Duration atLeast(Duration duration) {
        return duration.compareTo(LEAST) < 0 ? LEAST : duration;
    }
}
