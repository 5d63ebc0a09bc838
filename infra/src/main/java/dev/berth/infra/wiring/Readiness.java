package dev.berth.infra.wiring;

import dev.berth.infra.directory.DirectoryFollower;
import dev.berth.infra.postgres.Availability;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Up only while calls can be served: the database answers, and what decisions read is up to date. */
@Component("serving")
final class Readiness implements HealthIndicator {
    private final Availability database;
    private final DirectoryFollower directories;
    private final List<ProjectionProcessor> processors;

    Readiness(Availability database, DirectoryFollower directories, List<ProjectionProcessor> processors) {
        this.database = database;
        this.directories = directories;
        this.processors = List.copyOf(processors);
    }

    /** Whether the read models have caught up since the start, so that the first reads show everything. */
    boolean caughtUp() {
        return directories.ready() && processors.stream().allMatch(ProjectionProcessor::caughtUp);
    }

    @Override
    public Health health() {
        Health.Builder health = database.isUp() && !directories.behind() ? Health.up() : Health.outOfService();
        return health.withDetail("database", database.isUp())
                .withDetail("directoriesBehind", directories.lag().toString())
                .build();
    }
}
