package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import org.axonframework.eventhandling.TrackingEventStream;
import org.axonframework.serialization.SimpleSerializedType;
import org.axonframework.serialization.upcasting.event.IntermediateEventRepresentation;
import org.axonframework.serialization.upcasting.event.SingleEventUpcaster;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class UpcastingTest {
    private static final QuotaRefunded REFUNDED = new QuotaRefunded("quota_a", "acme", "pool_x", "inst_1", Tally.ONE);

    /** As if revision 0 had called the holder an instance. */
    private static final class HolderWasInstance extends SingleEventUpcaster {
        @Override
        protected boolean canUpcast(IntermediateEventRepresentation event) {
            return event.getType().equals(new SimpleSerializedType("quota.refunded", "0"));
        }

        @Override
        protected IntermediateEventRepresentation doUpcast(IntermediateEventRepresentation event) {
            return event.upcastPayload(new SimpleSerializedType("quota.refunded", "1"), ObjectNode.class, old -> {
                old.set("holderId", old.remove("instanceId"));
                return old;
            });
        }
    }

    private static void insertOld(TestStore store) {
        TestDatabase.execute(
                store.source,
                "insert into domain_event_entry (sequence_number, time_stamp, aggregate_identifier, type,"
                        + " event_identifier, payload_type, payload_revision, payload, meta_data) values (0, now(),"
                        + " 'quota_a', 'quota', 'e', 'quota.refunded', '0', '{\"quotaId\":\"quota_a\","
                        + "\"tenantId\":\"acme\",\"poolId\":\"pool_x\",\"instanceId\":\"inst_1\","
                        + "\"amount\":{\"vcpu\":1,\"memoryGiB\":0,\"gpus\":0,\"diskGiB\":0}}', '{}')");
    }

    @Test
    void an_older_revision_is_brought_up_to_date_for_aggregates_and_for_readers() throws Exception {
        try (TestStore store = new TestStore(TestDatabase.fresh(4), true, new HolderWasInstance());
                TrackingEventStream stream = store.events.openStream(null)) {
            insertOld(store);

            assertThat(store.storage.readEvents("quota_a", 0).next().getPayload())
                    .isEqualTo(REFUNDED);
            assertThat(stream.nextAvailable().getPayload()).isEqualTo(REFUNDED);
        }
    }

    @Test
    void without_an_upcaster_an_older_revision_is_an_error() {
        try (TestStore store = TestStore.fresh()) {
            insertOld(store);

            assertThatThrownBy(() -> store.storage.readEvents("quota_a", 0).next())
                    .isInstanceOf(UnreadableStoredType.class)
                    .hasMessageContaining("revision 0");
        }
    }
}
