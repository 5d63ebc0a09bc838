package dev.berth.infra.wiring;

import dev.berth.command.iam.PolicyChecker;
import dev.berth.infra.audit.AuditTrail;
import dev.berth.infra.audit.Chain;
import dev.berth.infra.audit.CheckpointKey;
import dev.berth.infra.audit.DecisionReplays;
import dev.berth.infra.audit.InventoryRows;
import dev.berth.infra.directory.Directories;
import dev.berth.infra.directory.DirectorySource;
import dev.berth.infra.http.ForeignCalls;
import dev.berth.infra.http.History;
import dev.berth.infra.http.ProblemException;
import dev.berth.infra.http.UsageReads;
import dev.berth.infra.postgres.DataDirectory;
import dev.berth.infra.queue.Reconciler;
import dev.berth.infra.readers.ProjectionOperations;
import dev.berth.infra.readers.Reader;
import dev.berth.infra.store.EventHead;
import dev.berth.query.projection.DeadLetters;
import dev.berth.query.projection.ViewsProjection;
import dev.berth.query.usage.UsageProjection;
import dev.berth.query.usage.UsageQueries;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.serialization.Serializer;
import org.jooq.DSLContext;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What is asked of the history rather than of the present. */
@Configuration(proxyBeanMethods = false)
class HistoryConfiguration {
    private static final Duration TO_COUNT = Duration.ofSeconds(2);

    @Bean(initMethod = "start", destroyMethod = "close")
    ProjectionOperations projectionOperations(
            List<Reader> readers,
            ViewsProjection views,
            ReadersConfiguration.Reading reading,
            DSLContext sql,
            TransactionManager transactions,
            Serializer serializer,
            EventHead head,
            DeadLetters letters,
            DirectorySource streams,
            Reconciler reconciler) {
        return new ProjectionOperations(
                readers,
                List.of(views, new UsageProjection()),
                ProjectionOperations.parts(sql, transactions, serializer, head::position, projection -> {
                    ProjectionProcessor processor = reading.processor(projection, ReadersConfiguration.VIEWS_SEGMENTS);
                    processor.start();
                    return processor;
                }),
                letters,
                streams,
                reconciler.sagaRows(),
                reconciler.repairs());
    }

    @Bean
    UsageReads usageReads(DSLContext sql, ProjectionOperations readers) {
        UsageQueries usage = new UsageQueries(sql);
        return (query, now) -> {
            if (!readers.awaitPosition(UsageProjection.NAME, readers.head(), TO_COUNT)) {
                throw ProblemException.unavailable("What has happened is not counted yet. Ask again.");
            }
            return usage.query(query, now);
        };
    }

    @Bean
    CheckpointKey checkpointKey(DataDirectory directory) {
        return new CheckpointKey(directory.deploymentKey());
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    Chain auditChain(
            JdbcTemplate jdbc,
            PlatformTransactionManager transactions,
            CheckpointKey key,
            InstantSource clock,
            List<FlywayMigrationInitializer> migrated,
            @Value("${berth.audit.checkpoints:10s}") Duration checkpoints) {
        return new Chain(jdbc, new TransactionTemplate(transactions), key, clock, checkpoints);
    }

    @Bean
    AuditTrail auditTrail(EventStore events, DSLContext sql, JdbcTemplate jdbc, CheckpointKey key, Chain chain) {
        return new AuditTrail(events, sql, jdbc, key, chain::catchUp);
    }

    @Bean
    History history(
            ProjectionOperations operations,
            ForeignCalls refused,
            UsageReads usage,
            AuditTrail audit,
            JdbcTemplate jdbc,
            Directories directories,
            PolicyChecker checker) {
        return new History(
                operations,
                refused,
                usage,
                audit,
                new InventoryRows(jdbc),
                new DecisionReplays(jdbc, directories.policies(), checker));
    }
}
