package dev.berth.infra.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.host.SimulatedHostAddress;
import dev.berth.infra.host.SimulatedHostConfiguration;
import dev.berth.infra.host.SimulatedHostDaemon;
import dev.berth.infra.host.SimulatorDefault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** How the settings put the simulated API together with the simulated hosts. */
class SimulatorConfigurationTest {

    @TempDir
    private Path data;

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withUserConfiguration(SimulatedHostConfiguration.class, SimulatorConfiguration.class)
                .withPropertyValues("berth.data-dir=" + data, "berth.simulated-host.boot-ms=0");
    }

    private static int status(URI uri, String path) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(uri.resolve(path))
                    .header("Authorization", "Bearer dop_v1_test")
                    .build();
            return client.send(request, BodyHandlers.ofString()).statusCode();
        } catch (IOException e) {
            throw new AssertionError(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    void withoutAPortThereIsNone() {
        application()
                .run(context -> assertThat(context.getBean(SimulatorConfiguration.Running.class)
                                .simulator())
                        .isNull());
    }

    @Test
    void itIsServedOnTheDemosPort() {
        application()
                .withBean(SimulatorDefault.class, () -> new SimulatorDefault(0))
                .run(context -> {
                    URI uri = context.getBean(SimulatorConfiguration.Running.class)
                            .simulator()
                            .uri();
                    assertThat(status(uri, "/v2/account")).isEqualTo(200);
                });
    }

    @Test
    void withAPortItSharesItWithTheHosts() {
        application().withPropertyValues("berth.simulator.port=0").run(context -> {
            SimulatorConfiguration.Running running = context.getBean(SimulatorConfiguration.Running.class);
            URI uri = running.simulator().uri();
            assertThat(uri)
                    .isEqualTo(context.getBean(SimulatedHostAddress.class).get());
            assertThat(status(uri, "/v2/account")).isEqualTo(200);
            assertThat(status(uri, "/_simulator/hosts/node_1/machines")).isEqualTo(200);
            assertThat(data.resolve("simulator/digitalocean")).isDirectory();
        });
    }

    @Test
    void itHasThePortAloneWhereTheHostsAreElsewhere(@TempDir Path theirs) {
        try (SimulatedHostDaemon other = SimulatedHostDaemon.start(theirs, 0, Duration.ZERO)) {
            application()
                    .withPropertyValues("berth.simulator.port=0", "berth.simulated-host.url=" + other.uri())
                    .run(context -> {
                        URI uri = context.getBean(SimulatorConfiguration.Running.class)
                                .simulator()
                                .uri();
                        assertThat(uri).isNotEqualTo(other.uri());
                        assertThat(status(uri, "/v2/account")).isEqualTo(200);
                    });
        }
    }
}
