package dev.berth.infra.wiring;

import dev.berth.command.account.AccountDirectory;
import dev.berth.command.address.RangeDirectory;
import dev.berth.command.image.ImageDirectory;
import dev.berth.command.node.NodeRoom;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.tenant.TenantDirectory;
import dev.berth.infra.directory.Directories;
import dev.berth.infra.directory.DirectoryFollower;
import dev.berth.infra.directory.StoredSource;
import dev.berth.infra.iam.CedarAccessDecider;
import dev.berth.infra.iam.CedarPolicyChecker;
import dev.berth.infra.store.EventHead;
import dev.berth.query.projection.ReaderProgress;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.serialization.Serializer;
import org.jooq.DSLContext;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What decisions only read, held in memory, and the decisions on who may do what. */
@Configuration(proxyBeanMethods = false)
class DirectoryConfiguration {
    @Bean
    StoredSource directorySource(
            DSLContext sql, EventStore events, Serializer serializer, List<FlywayMigrationInitializer> migrated) {
        return new StoredSource(sql, events, serializer);
    }

    @Bean
    Directories directories(StoredSource source) {
        return new Directories(source::stream);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    DirectoryFollower directoryFollower(
            Directories directories,
            StoredSource source,
            ReaderProgress progress,
            EventHead head,
            MeterRegistry meters) {
        return new DirectoryFollower(directories, source, progress, head::behind, meters);
    }

    @Bean
    PoolDirectory poolDirectory(Directories directories) {
        return directories.pools();
    }

    @Bean
    ImageDirectory imageDirectory(Directories directories) {
        return directories.images();
    }

    @Bean
    ProjectDirectory projectDirectory(Directories directories) {
        return directories.projects();
    }

    @Bean
    NodeRoom nodeRoom(Directories directories) {
        return directories.nodeRoom();
    }

    @Bean
    RangeDirectory rangeDirectory(Directories directories) {
        return directories.ranges();
    }

    @Bean
    AccountDirectory accountDirectory(Directories directories) {
        return directories.accounts();
    }

    @Bean
    TenantDirectory tenantDirectory(Directories directories) {
        return directories.tenants();
    }

    @Bean
    CedarAccessDecider accessDecider(Directories directories) {
        return new CedarAccessDecider(directories.policies());
    }

    @Bean
    CedarPolicyChecker policyChecker() {
        return new CedarPolicyChecker();
    }
}
