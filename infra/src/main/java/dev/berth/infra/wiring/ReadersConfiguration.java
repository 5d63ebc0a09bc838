package dev.berth.infra.wiring;

import dev.berth.api.DomainEvent;
import dev.berth.infra.feed.FeedTail;
import dev.berth.infra.http.InstanceWaits;
import dev.berth.infra.store.DeadLetters;
import dev.berth.infra.store.EventHead;
import dev.berth.infra.store.OwnWrites;
import dev.berth.infra.subscription.SubscriptionNews;
import dev.berth.infra.userdata.KeyDestruction;
import dev.berth.query.Delivered;
import dev.berth.query.feed.FeedProjection;
import dev.berth.query.projection.Projection;
import dev.berth.query.projection.ReaderProgress;
import dev.berth.query.projection.ViewsProjection;
import dev.berth.query.usage.UsageProjection;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jooq.DSLContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The readers that make read tables of events, and who is told how far they are. */
@Configuration(proxyBeanMethods = false)
class ReadersConfiguration {
    /** The name of the directories' reader. */
    static final String DIRECTORIES = "directories";

    /** Into how many parts the streams are divided for the views. */
    static final int VIEWS_SEGMENTS = 2;

    /** Whoever waits for own writes, and whoever waits for an instance. */
    @Bean
    ReaderProgress readerProgress(
            OwnWrites ownWrites, InstanceWaits waits, FeedTail tail, SubscriptionNews subscriptions) {
        // Each of them takes in every event; the directories pass over what they do not hold.
        Map<String, OwnWrites.Reader> readers = Stream.of(ViewsProjection.NAME, FeedProjection.NAME, DIRECTORIES)
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), name -> ownWrites.register(name, List.of(DomainEvent.class))));
        return (reader, streamId, sequence) -> {
            OwnWrites.Reader known = readers.get(reader);
            if (known != null) {
                known.applied(streamId, sequence);
            }
            if (reader.equals(ViewsProjection.NAME) && streamId.startsWith("inst_")) {
                waits.changed(streamId);
            }
            if (reader.equals(ViewsProjection.NAME) && streamId.startsWith("sub_")) {
                subscriptions.changed(streamId);
            }
            if (reader.equals(FeedProjection.NAME)) {
                tail.wake();
            }
        };
    }

    @Bean
    dev.berth.query.projection.DeadLetters retriedLetters(DSLContext sql, TransactionManager transactions) {
        return new dev.berth.query.projection.DeadLetters(sql, transactions);
    }

    @Bean
    ViewsProjection viewsProjection() {
        return new ViewsProjection();
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    ProjectionProcessor viewsProcessor(Reading reading, ViewsProjection views) {
        return reading.processor(new ViewsAndKeys(views), VIEWS_SEGMENTS);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    ProjectionProcessor usageProcessor(Reading reading) {
        return reading.processor(new UsageProjection(), 1);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    ProjectionProcessor feedProcessor(Reading reading) {
        return reading.processor(new FeedProjection(), 1);
    }

    @Bean
    Reading reading(
            EventStore events,
            TokenStore tokens,
            TransactionManager transactions,
            DSLContext sql,
            DeadLetters letters,
            dev.berth.query.projection.DeadLetters retried,
            ReaderProgress progress,
            EventHead head,
            MeterRegistry meters) {
        return new Reading(events, tokens, transactions, sql, letters, retried, progress, head, meters);
    }

    /** The views, and in the same transaction the end of the keys of instances that are shown as deleted. */
    private record ViewsAndKeys(Projection views) implements Projection {
        @Override
        public String name() {
            return views.name();
        }

        @Override
        public void project(DSLContext sql, List<Delivered> events) {
            views.project(sql, events);
            KeyDestruction.destroyed(sql, events);
        }
    }

    /** What every projection's processor needs. */
    record Reading(
            EventStore events,
            TokenStore tokens,
            TransactionManager transactions,
            DSLContext sql,
            DeadLetters letters,
            dev.berth.query.projection.DeadLetters retried,
            ReaderProgress progress,
            EventHead head,
            MeterRegistry meters) {
        ProjectionProcessor processor(Projection projection, int segments) {
            return new ProjectionProcessor(this, projection, segments);
        }
    }
}
