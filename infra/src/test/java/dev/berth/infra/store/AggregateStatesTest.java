package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.command.address.AddressRange;
import dev.berth.command.instance.Instance;
import dev.berth.command.node.Node;
import dev.berth.command.quota.Quota;
import dev.berth.command.refusal.RefusalLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of an aggregate goes into its snapshot whole, and comes back from it. */
class AggregateStatesTest {
    private final StoredTypes types = new StoredTypes();
    private final StableNameSerializer serializer = new StableNameSerializer(types);

    @ParameterizedTest
    @ValueSource(classes = {Quota.class, Node.class, AddressRange.class, RefusalLog.class, Instance.class, Tally.class})
    void a_state_is_read_as_it_was_written(Class<?> type) throws ReflectiveOperationException {
        types.state("test.state", type);
        Object state = new Samples().value(type, "state");

        Object read = serializer.deserialize(serializer.serialize(state, String.class));

        assertThat(read).isInstanceOf(type).usingRecursiveComparison().isEqualTo(state);
    }
}
