package dev.berth.infra.host;

import static dev.berth.infra.host.HostDriverContract.SOON;
import static dev.berth.infra.host.HostDriverContract.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.postgres.StartupRefused;
import dev.berth.sagas.node.HostRef;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** How the settings put the simulated hosts together. */
class SimulatedHostConfigurationTest {

    @TempDir
    private Path data;

    private final HostRef host = Simulator.newHost();

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withUserConfiguration(SimulatedHostConfiguration.class)
                .withPropertyValues("berth.data-dir=" + data, "berth.simulated-host.boot-ms=0");
    }

    @Test
    void withoutAPortTheyStartOnceTheyAreNeeded() {
        application().run(context -> {
            SimulatedHostAddress address = context.getBean(SimulatedHostAddress.class);
            assertThat(address.daemon()).isNull();
            assertThat(data.resolve("simulator")).doesNotExist();

            var driver = context.getBean(HostDrivers.class).named("simulated").orElseThrow();
            driver.provision(host, spec("inst_a", true), 1, SOON);

            assertThat(address.daemon()).isNotNull();
            assertThat(data.resolve("simulator/hosts").resolve(host.nodeId())).isDirectory();
        });
        application()
                .run(again -> assertThat(
                                again.getBean(SimulatedHostDriver.class).list(host, SOON))
                        .hasSize(1));
    }

    @Test
    void withAPortTheyAnswerThereFromTheStart() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        application()
                .withPropertyValues("berth.simulator.port=" + port)
                .run(context -> assertThat(
                                context.getBean(SimulatedHostAddress.class).get())
                        .hasToString("http://127.0.0.1:" + port));
    }

    @Test
    void whereNoSettingSaysSoTheDeploymentDoes() {
        application()
                .withBean(SimulatorDefault.class, () -> new SimulatorDefault(0))
                .run(context -> {
                    int port = context.getBean(SimulatedHostAddress.class).get().getPort();
                    assertThat(port).isPositive();
                    assertThat(context.getEnvironment().getProperty("local.simulator.port", Integer.class))
                            .isEqualTo(port);
                });
    }

    @Test
    void aPortThatIsTakenIsSaidInOneSentence() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            application()
                    .withPropertyValues("berth.simulator.port=" + taken.getLocalPort())
                    .run(context -> assertThat(context.getStartupFailure())
                            .cause()
                            .cause()
                            .isInstanceOf(StartupRefused.class)
                            .hasMessageContaining("port " + taken.getLocalPort()));
        }
    }

    @Test
    void thoseOfAnotherProcessCanBeUsed(@TempDir Path theirs) {
        try (SimulatedHostDaemon other = SimulatedHostDaemon.start(theirs, 0, Duration.ZERO)) {
            application()
                    .withPropertyValues("berth.simulated-host.url=" + other.uri())
                    .run(context ->
                            context.getBean(SimulatedHostDriver.class).provision(host, spec("inst_a", true), 1, SOON));
            assertThat(Files.exists(theirs.resolve(host.nodeId()))).isTrue();
        }
    }

    @Test
    void thereIsNoOtherDriverYet() {
        application()
                .run(context -> assertThat(context.getBean(HostDrivers.class).named("libvirt"))
                        .isEmpty());
    }
}
