package dev.berth.infra.store;

import java.util.function.Consumer;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.deadletter.jdbc.DeadLetterSchema;
import org.axonframework.eventhandling.deadletter.jdbc.JdbcSequencedDeadLetterQueue;

/** Makes the dead-letter queues of readers, all in one table. A letter is put in within its reader's transaction. */
public final class DeadLetters {
    private final ConnectionProvider connections;
    private final TransactionManager transactions;
    private final StableNameSerializer serializer;

    DeadLetters(ConnectionProvider connections, TransactionManager transactions, StableNameSerializer serializer) {
        this.connections = connections;
        this.transactions = transactions;
        this.serializer = serializer;
    }

    /** The queue of this reader, with Axon's limits of 1024 sequences and 1024 letters in each. */
    public JdbcSequencedDeadLetterQueue<EventMessage<?>> queue(String reader) {
        return queue(reader, limits -> {});
    }

    /** The queue of this reader, with other limits. */
    public JdbcSequencedDeadLetterQueue<EventMessage<?>> queue(
            String reader, Consumer<JdbcSequencedDeadLetterQueue.Builder<EventMessage<?>>> limits) {
        JdbcSequencedDeadLetterQueue.Builder<EventMessage<?>> builder =
                JdbcSequencedDeadLetterQueue.<EventMessage<?>>builder()
                        .processingGroup(reader)
                        .connectionProvider(connections)
                        .transactionManager(transactions)
                        .schema(schema())
                        .genericSerializer(serializer)
                        .eventSerializer(serializer);
        limits.accept(builder);
        return builder.build();
    }

    /** The names in the table. */
    static DeadLetterSchema schema() {
        return DeadLetterSchema.builder()
                .deadLetterTable("dead_letter_entry")
                .deadLetterIdentifierColumn("dead_letter_id")
                .processingGroupColumn("processing_group")
                .sequenceIdentifierColumn("sequence_identifier")
                .sequenceIndexColumn("sequence_index")
                .messageTypeColumn("message_type")
                .eventIdentifierColumn("event_identifier")
                .timestampColumn("time_stamp")
                .payloadTypeColumn("payload_type")
                .payloadRevisionColumn("payload_revision")
                .payloadColumn("payload")
                .metaDataColumn("meta_data")
                .aggregateTypeColumn("type")
                .aggregateIdentifierColumn("aggregate_identifier")
                .sequenceNumberColumn("sequence_number")
                .tokenTypeColumn("token_type")
                .tokenColumn("token")
                .enqueuedAtColumn("enqueued_at")
                .lastTouchedColumn("last_touched")
                .processingStartedColumn("processing_started")
                .causeTypeColumn("cause_type")
                .causeMessageColumn("cause_message")
                .diagnosticsColumn("diagnostics")
                .build();
    }
}
