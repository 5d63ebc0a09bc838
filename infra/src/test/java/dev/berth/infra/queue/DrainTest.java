package dev.berth.infra.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A burst of instances, from their events to machines that run and events that say so. */
class DrainTest {
    private static final Logger LOG = LoggerFactory.getLogger(DrainTest.class);

    @TempDir
    private static Path directory;

    @Test
    void aBurstDrains() {
        drain(500);
    }

    /** With {@code -Dgroups=campaign}: prints what it reached. */
    @Test
    @Tag("campaign")
    void aGreatBurstDrains() {
        drain(5_000);
    }

    private void drain(int steps) {
        try (HostDoor door = new HostDoor(directory);
                World world = new World(door)) {
            for (int i = 0; i < steps; i++) {
                world.admit("inst_" + i, DesiredState.RUNNING, "10.0.0.1");
            }
            ReconcileSettings it = World.settings();
            long start = System.nanoTime();
            world.start(
                    new ReconcileSettings(
                            Duration.ofHours(1),
                            Duration.ofHours(1),
                            it.driverDeadline(),
                            it.leaseMargin(),
                            it.nodeTimeout(),
                            it.perHost(),
                            Duration.ofMillis(500),
                            it.backoff(),
                            it.maxBackoff(),
                            it.stopWithin(),
                            false),
                    RunnerHooks.NONE,
                    door.driver);
            World.eventually(
                    "some steps are there", () -> world.reconciler.rows().depth() > 0);
            World.eventually(
                    "all machines run",
                    Duration.ofSeconds(120),
                    () -> world.reported.size() >= steps
                            && world.reconciler.rows().depth() == 0);
            double seconds = (System.nanoTime() - start) / 1e9;
            LOG.atWarn()
                    .addKeyValue("steps", steps)
                    .addKeyValue("seconds", seconds)
                    .addKeyValue("stepsPerSecond", steps / seconds)
                    .log("A burst has drained");
            assertThat(door.machines(world.nodeId)).hasSize(steps);
            assertThat(world.state("inst_0")).isEqualTo(InstanceState.RUNNING);
            assertThat(world.state("inst_" + (steps - 1))).isEqualTo(InstanceState.RUNNING);
        }
    }
}
