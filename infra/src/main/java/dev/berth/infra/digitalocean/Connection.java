package dev.berth.infra.digitalocean;

import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.outbound.OutboundRefused;
import dev.berth.infra.outbound.OutboundRequests;
import dev.berth.infra.outbound.Secret;
import dev.berth.infra.outbound.SecretReader;
import dev.berth.infra.outbound.SecretUnavailable;
import dev.berth.infra.provider.ProviderSettings;
import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * One account's way to the API.
 *
 * <p>Owns: the secret while a call lasts, the call's deadline, what the budget is told, and what is concluded where nothing
 * is known of the operation.<br>
 * Does not own: operations.<br>
 * Invariants: a request is sent at most once; the secret is read for each call and is in nothing but its header; a call ends
 * within its deadline.<br>
 * On failure: what was not sent is busy or refused; a changing request without an answer is unknown.
 */
final class Connection {

    static final String PUBLIC_API = "https://api.digitalocean.com";
    static final int PER_PAGE = 200;
    private static final int MOST_PAGES = 1000;
    private static final Duration LISTING = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(
                    it -> it.withValueInclusion(com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL))
            .build();

    /** What one call goes on with. */
    private static final class Call {
        private final Secret secret;
        private final Credentials.Shared shared;
        private final Instant end;
        private boolean changing;
        private boolean sent;

        Call(Secret secret, Credentials.Shared shared, Instant end) {
            this.secret = secret;
            this.shared = shared;
            this.end = end;
        }
    }

    private static final ThreadLocal<@Nullable Call> CURRENT = new ThreadLocal<>();

    private final AccountRef account;
    private final String endpoint;
    private final SecretReader secrets;
    private final Credentials credentials;
    private final ProviderSettings settings;
    private final InstantSource clock;
    private final DigitalOceanApi api;

    Connection(
            AccountRef account,
            OutboundHttp http,
            SecretReader secrets,
            Credentials credentials,
            ProviderSettings settings,
            InstantSource clock) {
        this.account = account;
        this.endpoint = account.endpoint() == null ? PUBLIC_API : account.endpoint();
        this.secrets = secrets;
        this.credentials = credentials;
        this.settings = settings;
        this.clock = clock;
        RestClient client = RestClient.builder()
                .baseUrl(endpoint)
                .requestFactory(new OutboundRequests(http, this::left))
                .requestInterceptor(this::exchange)
                .configureMessageConverters(it -> it.withJsonConverter(new JacksonJsonHttpMessageConverter(JSON)))
                .defaultStatusHandler(status -> !status.is2xxSuccessful(), Replies::fail)
                .build();
        this.api = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                .build()
                .createClient(DigitalOceanApi.class);
    }

    /** What is shared with the others of the credential, within a call. */
    Credentials.Shared shared() {
        return current().shared;
    }

    /** The budget of the call that this thread is in. */
    static Budget budget() {
        return current().shared.budget();
    }

    private static Call current() {
        Call call = CURRENT.get();
        if (call == null) {
            throw new IllegalStateException("Not within a call");
        }
        return call;
    }

    private Duration left() {
        return Duration.between(clock.instant(), current().end);
    }

    /** Runs one call within its deadline; what it throws for the provider's sake becomes an answer. */
    <T> Answer<T> call(Function<DigitalOceanApi, Answer<T>> work) {
        return call(work, settings.callDeadline());
    }

    /** Runs a call of many pages. */
    <T> Answer<T> listing(Function<DigitalOceanApi, Answer<T>> work) {
        return call(work, LISTING);
    }

    private <T> Answer<T> call(Function<DigitalOceanApi, Answer<T>> work, Duration deadline) {
        @Nullable Call outer = CURRENT.get();
        try {
            Secret secret = secrets.read(account.secretRef());
            CURRENT.set(new Call(
                    secret,
                    credentials.of(endpoint, secret.fingerprint()),
                    clock.instant().plus(deadline)));
            return answer(work);
        } catch (SecretUnavailable e) {
            return new Answer.Refused<>("secret", String.valueOf(e.getMessage()));
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    private <T> Answer<T> answer(Function<DigitalOceanApi, Answer<T>> work) {
        try {
            return work.apply(api);
        } catch (ApiFailure e) {
            return e.answer();
        } catch (NotSent e) {
            return e.answer();
        } catch (RestClientException e) {
            return lost(e);
        }
    }

    /** There was no answer, or none that can be read. */
    private static <T> Answer<T> lost(RestClientException e) {
        Call call = current();
        Throwable cause = e.getMostSpecificCause();
        String words =
                "The provider did not answer (%s).".formatted(cause.getClass().getSimpleName());
        for (Throwable it = e; it != null; it = it.getCause()) {
            if (it instanceof OutboundRefused) {
                return new Answer.Refused<>(
                        "endpoint", "The account's endpoint may not be called: %s.".formatted(it.getMessage()));
            }
            if (it instanceof ConnectException || it instanceof HttpConnectTimeoutException) {
                return new Answer.Busy<>("The provider can't be reached.", null);
            }
            if (it instanceof UnknownHostException) {
                return new Answer.Busy<>("The provider's name can't be resolved.", null);
            }
        }
        return call.changing && call.sent ? new Answer.Unknown<>(words, false) : new Answer.Busy<>(words, null);
    }

    private ClientHttpResponse exchange(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        Call call = current();
        call.changing = !request.getMethod().name().equals("GET");
        call.sent = false;
        Budget budget = call.shared.budget();
        Duration left = left();
        budget.take(call.changing, left.compareTo(PATIENCE) < 0 ? left : PATIENCE);
        request.getHeaders().setBearerAuth(call.secret.value());
        call.sent = true;
        ClientHttpResponse response = execution.execute(request, body);
        Replies.tell(budget, response, clock.instant());
        return new Replies.Bounded(response, call.secret);
    }

    /** Asks for the pages of a listing until there is no next one. */
    static <P, E> List<E> pages(
            Function<Integer, P> page, Function<P, @Nullable List<E>> items, Function<P, Wire.@Nullable Links> links) {
        List<E> all = new ArrayList<>();
        for (int number = 1; number <= MOST_PAGES; number++) {
            P answer = page.apply(number);
            List<E> these = items.apply(answer);
            if (these != null) {
                all.addAll(these);
            }
            Wire.Links next = links.apply(answer);
            // The link names a host; only whether there is one counts.
            if (next == null || next.pages() == null || next.pages().next() == null) {
                return all;
            }
        }
        throw NotSent.busy("The listing has no end.", null);
    }

    Instant now() {
        return clock.instant();
    }

    /** How long to wait for a listing that others want too. */
    Duration patience() {
        return settings.callDeadline().dividedBy(2);
    }
}
