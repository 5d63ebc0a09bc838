package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.Query;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.Role;
import dev.berth.api.pool.ArchivePool;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.GetPool;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The HTTP layer on a real Tomcat, over a registry of a few methods of the tests' own. */
public final class TestServer implements AutoCloseable {
    static final String OPERATOR = "operator-secret";
    static final String ANN = "ann-secret";
    static final String POOL = "pool_01jd8h2xkq5v7m3c9w4t6n8r0a";

    private final ConfigurableApplicationContext context;

    TestServer(String... settings) {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--server.address=127.0.0.1"));
        arguments.addAll(List.of(settings));
        context = new SpringApplicationBuilder(Application.class).run(arguments.toArray(String[]::new));
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    /** What foreign calls were kept. */
    record Foreign(List<String> refused) implements ForeignCalls {
        @Override
        public void refused(Call call, dev.berth.api.iam.ResourceRef tenant, Problem problem) {
            refused.add(call.caller().tenantId() + " " + call.method().name() + " " + tenant.path());
        }
    }

    /** An answer with a time and something absent. */
    public record Shown(
            String id,
            Instant at,
            @org.jspecify.annotations.Nullable String absent,
            String thread) {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        ErrorMvcAutoConfiguration.class
    })
    @Import(HttpConfiguration.class)
    static class Application {
        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        InstantSource clock() {
            return InstantSource.fixed(Instant.parse("2026-03-02T09:00:00.123456Z"));
        }

        @Bean
        Authenticator authenticator() {
            Caller ann = new Caller("ann", "acme", Set.of(Role.ADMIN), false, "tok_1", false);
            return new Authenticator(OPERATOR, token -> token.equals(ANN) ? Optional.of(ann) : Optional.empty());
        }

        @Bean
        Foreign foreign() {
            return new Foreign(Collections.synchronizedList(new ArrayList<>()));
        }

        @Bean
        MethodRegistry methods() {
            Shown shown = new Shown("pool_1", Instant.EPOCH, null, "");
            return new MethodRegistry(List.of(
                    ApiMethod.mutation("pools.create", CreatePool.class, shown)
                            .example("{}")
                            .handledBy((call, in) -> new Reply(
                                    Outcome.done(new Shown(
                                            call.context().newId("pool"),
                                            call.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
                                            null,
                                            Thread.currentThread().isVirtual() ? "virtual" : "platform")),
                                    in.name().equals("behind"))),
                    ApiMethod.mutation("pools.archive", ArchivePool.class, shown)
                            .example("{}")
                            .handledBy((call, in) -> Reply.refused(refusal(in.tenantId()))),
                    ApiMethod.read("pools.get", GetPool.class, shown)
                            .example("{}")
                            .handledBy((call, in) -> {
                                throw failure(in);
                            })));
        }

        private static Problem refusal(String code) {
            return new Problem(ErrorCode.valueOf(code), "No.", Map.of("fact", 7));
        }

        private static RuntimeException failure(Query in) {
            return in.tenantId().equals("store")
                    ? new IllegalStateException(new SQLTransientConnectionException("no connection"))
                    : new IllegalStateException("a secret cause");
        }
    }
}
