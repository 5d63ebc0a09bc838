package dev.berth.infra.e2e;

import dev.berth.infra.Berth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;

/**
 * The whole product, started in this process on a data directory and ports of its own. One server is shared by all tests
 * that do not restart it or change its settings; each test makes a tenant of its own.
 */
public final class BerthServer implements AutoCloseable {
    private static final Object LOCK = new Object();
    private static BerthServer shared;

    private final Path dataDir;
    private final ConfigurableApplicationContext context;
    private final String operatorToken;

    private BerthServer(@Nullable InstantSource clock, Path dataDir, String... settings) {
        this.dataDir = dataDir;
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--berth.data-dir=" + dataDir,
                "--berth.demo=false",
                "--berth.simulator.port=0",
                "--berth.simulated-host.boot-ms=20",
                "--berth.outbound.allow=127.0.0.0/8",
                "--berth.limits.requests-per-second=100000"));
        for (String setting : settings) {
            // Given twice, a setting would be a list.
            String name = setting.substring(0, setting.indexOf('=') + 1);
            arguments.removeIf(it -> it.startsWith(name));
            arguments.add(setting);
        }
        SpringApplicationBuilder application = new SpringApplicationBuilder(Berth.class);
        if (clock != null) {
            application.initializers(context -> ((GenericApplicationContext) context)
                    .registerBean("ownClock", InstantSource.class, () -> clock, bean -> bean.setPrimary(true)));
        }
        this.context = application.run(arguments.toArray(String[]::new));
        try {
            this.operatorToken =
                    Files.readString(dataDir.resolve("operator-token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server that tests share. It ends with the test run. */
    public static BerthServer shared() {
        synchronized (LOCK) {
            if (shared == null) {
                shared = start(temporary(), "--berth.outbound.allow=127.0.0.0/8");
                Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
            }
            return shared;
        }
    }

    /** A server on this data directory. */
    public static BerthServer start(Path dataDir, String... settings) {
        return new BerthServer(null, dataDir, settings);
    }

    /** A server whose decisions are made at the times that this clock tells. */
    public static BerthServer startAt(InstantSource clock, Path dataDir, String... settings) {
        return new BerthServer(clock, dataDir, settings);
    }

    /** A new folder for a data directory, outside the checkout. */
    public static Path temporary() {
        try {
            Path folder = Files.createTempDirectory("berth-test");
            return folder.resolve("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + property("local.server.port"));
    }

    /** Where its simulator listens. */
    public URI simulator() {
        return URI.create("http://127.0.0.1:" + property("local.simulator.port"));
    }

    private String property(String name) {
        Environment environment = context.getEnvironment();
        return environment.getRequiredProperty(name);
    }

    /** A part of the running server. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Its data directory. */
    public Path dataDir() {
        return dataDir;
    }

    /** The operator, naming this tenant. */
    public Api operator(String tenantId) {
        return new Api(base(), operatorToken, tenantId);
    }

    /** A new tenant with an administrator. */
    public Api newTenant() {
        String tenantId = "t-" + UUID.randomUUID();
        return as(tenantId, "ann", "admin");
    }

    /** A principal of a tenant with these roles. */
    public Api as(String tenantId, String principal, String... roles) {
        String token = operator(tenantId)
                .call("iam.tokens.create", "principal", principal, "roles", List.of(roles))
                .ok()
                .get("token")
                .asString();
        return new Api(base(), token, tenantId);
    }

    @Override
    public void close() {
        context.close();
    }
}
