package dev.berth.infra.outbound;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Clients for calls to addresses that somebody else chose.
 *
 * <p>Owns: resolving a name, judging what it resolves to, and the clients that call exactly the address that was judged.<br>
 * Does not own: what is sent, and what may be called ({@link OutboundRules}).<br>
 * Invariants: every call resolves and judges anew; the connection goes to the very address that was judged, never to a
 * second resolution of the name, while the certificate is checked for the name and the name is what the server is asked for;
 * redirects are not followed; no proxy is used.<br>
 * On failure: {@link OutboundRefused} before anything is sent.
 */
public final class OutboundHttp implements AutoCloseable {

    private static final String RESTRICTED = "jdk.httpclient.allowRestrictedHeaders";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int MOST_NAMES = 128;

    static {
        allowHostHeader();
    }

    /** Resolves names. */
    @FunctionalInterface
    public interface Resolver {
        /** @throws UnknownHostException when the name has no address */
        List<InetAddress> resolve(String name) throws UnknownHostException;
    }

    /**
     * Where a call goes.
     *
     * @param uri the URL with the judged address in the name's place
     * @param hostHeader what the server is asked for; absent where the URL says it already
     * @param client the client to call it with
     */
    public record Target(URI uri, @Nullable String hostHeader, HttpClient client) {}

    private final OutboundRules rules;
    private final Resolver resolver;
    private final Supplier<SSLContext> tls;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient plain;
    private final Cache<String, HttpClient> byName;

    /** Resolves as this host does, and trusts what Java trusts. */
    public OutboundHttp(OutboundRules rules) {
        this(rules, name -> List.of(InetAddress.getAllByName(name)), OutboundHttp::usualTls);
    }

    /**
     * @param resolver resolves names; may block
     * @param tls makes a context of its own for each name: a context remembers sessions by address, and one that is taken
     *     up again is not checked for its name again
     */
    public OutboundHttp(OutboundRules rules, Resolver resolver, Supplier<SSLContext> tls) {
        this.rules = rules;
        this.resolver = resolver;
        this.tls = tls;
        this.plain = client(null);
        this.byName = Caffeine.newBuilder()
                .maximumSize(MOST_NAMES)
                .expireAfterAccess(Duration.ofMinutes(10))
                .<String, HttpClient>removalListener((name, client, cause) -> {
                    if (client != null) {
                        // What it is doing ends first.
                        client.shutdown();
                    }
                })
                .build();
    }

    /**
     * Java's client lets nobody name the host that is asked for unless this says so, which it reads once. To be called
     * before its first use.
     */
    public static void allowHostHeader() {
        if (System.getProperty(RESTRICTED) == null) {
            System.setProperty(RESTRICTED, "host");
        }
    }

    /** What requests are written and read on. */
    Executor threads() {
        return threads;
    }

    /** The rules, to judge a URL by that is only stored for now. */
    public OutboundRules rules() {
        return rules;
    }

    /**
     * Resolves and judges, anew for each call.
     *
     * @param within how long resolving may take
     * @throws OutboundRefused when it may not be called
     * @throws IOException when the name can't be resolved
     */
    public Target target(URI uri, Duration within) throws IOException {
        String host = OutboundRules.host(uri);
        if (!OutboundRules.isName(host)) {
            judge(host, OutboundRules.literal(host));
            return new Target(uri, null, plain);
        }
        List<InetAddress> addresses = resolve(host, within);
        for (InetAddress address : addresses) {
            judge(host, address);
        }
        boolean secure = "https".equals(uri.getScheme().toLowerCase(Locale.ROOT));
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return new Target(
                at(uri, addresses.getFirst()),
                uri.getPort() < 0 ? name : name + ":" + uri.getPort(),
                secure ? byName.get(name.toLowerCase(Locale.ROOT), this::client) : plain);
    }

    private void judge(String host, InetAddress address) throws OutboundRefused {
        if (!rules.allows(address)) {
            throw new OutboundRefused("%s leads to an address that may not be called".formatted(host));
        }
    }

    private List<InetAddress> resolve(String host, Duration within) throws IOException {
        CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                answer.complete(resolver.resolve(host));
            } catch (UnknownHostException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            List<InetAddress> addresses = answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
            if (addresses.isEmpty()) {
                throw new UnknownHostException(host + " has no address");
            }
            return addresses;
        } catch (ExecutionException | TimeoutException e) {
            throw new UnknownHostException(host + " can't be resolved");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException(host + " was not resolved in time");
        }
    }

    private static URI at(URI uri, InetAddress address) {
        String literal = address.getHostAddress();
        int zone = literal.indexOf('%');
        literal = zone < 0 ? literal : literal.substring(0, zone);
        String authority = literal.indexOf(':') < 0 ? literal : "[" + literal + "]";
        try {
            String path = uri.getRawPath() == null ? "" : uri.getRawPath();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            return new URI(uri.getScheme() + "://" + authority + port + path + query);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("No URL", e);
        }
    }

    /** @param name what the server's certificate has to be for; null for the address itself */
    private HttpClient client(@Nullable String name) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(tls.get())
                .executor(threads);
        if (name != null) {
            SSLParameters parameters = new SSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            builder.sslParameters(parameters);
        }
        return builder.build();
    }

    private static SSLContext usualTls() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java has no TLS", e);
        }
    }

    @Override
    public void close() {
        byName.asMap().values().forEach(HttpClient::shutdownNow);
        plain.shutdownNow();
        threads.shutdownNow();
    }
}
