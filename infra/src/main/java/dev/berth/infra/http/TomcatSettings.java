package dev.berth.infra.http;

import java.time.Duration;
import java.util.concurrent.Executors;
import org.apache.catalina.core.StandardHost;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * How Tomcat serves the methods: short requests that mostly wait for PostgreSQL.
 *
 * <p>From Java 24 on every request gets a virtual thread: how many go on at once is bounded by the limit on requests
 * and by the connection pool, and one that waits (for a connection, for its own writes, for an instance) costs next to
 * nothing. Before Java 24 a virtual thread that blocks inside {@code synchronized} keeps its carrier, and two such can
 * stop everything: there Tomcat's own pool of threads serves.
 */
public final class TomcatSettings implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
    private static final int FIRST_JAVA_WITHOUT_PINNING = 24;
    private static final int MOST_SWALLOWED = 8 << 20;

    private final Duration readTimeout;
    private final int javaVersion;

    /** @param readTimeout how long a client may keep silent within a request */
    public TomcatSettings(Duration readTimeout, int javaVersion) {
        this.readTimeout = readTimeout;
        this.javaVersion = javaVersion;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemValve.class.getName());
            }
        });
        factory.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
                http.setConnectionTimeout((int) readTimeout.toMillis());
                http.setKeepAliveTimeout((int) Duration.ofMinutes(1).toMillis());
                http.setMaxKeepAliveRequests(-1);
                // What a refused body still sends is read and dropped, so that the answer is not lost to a reset.
                http.setMaxSwallowSize(MOST_SWALLOWED);
                http.setContinueResponseTiming("onRead");
            }
        });
        factory.addProtocolHandlerCustomizers(handler -> {
            if (javaVersion >= FIRST_JAVA_WITHOUT_PINNING && handler instanceof AbstractProtocol<?> protocol) {
                protocol.setExecutor(Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("http-", 0).factory()));
            }
        });
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
