package dev.berth.command.node;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.inventory.InventoryEvent;
import dev.berth.api.inventory.InventoryEvent.InventoryReported;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of one host.
 *
 * <p>Owns: which reports are kept. Does not own: the host. Invariants: two snapshots in a row differ; a report with the
 * same sections in another order is the same. On failure: the report is sent again by its daemon.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Inventory {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private @Nullable String digest;

    Inventory() {}

    static Inventory begin(InventoryReported first, MetaData meta) {
        Inventory inventory = new Inventory();
        apply(first, meta);
        return inventory;
    }

    /** Whether this differs from what was reported last. */
    boolean differs(Map<String, Map<String, Object>> sections) {
        return !digest(sections).equals(digest);
    }

    void report(InventoryReported report, MetaData meta) {
        apply(report, meta);
    }

    @EventSourcingHandler
    void on(InventoryEvent event) {
        id = event.inventoryId();
        if (event instanceof InventoryReported reported) {
            digest = digest(reported.sections());
        }
    }

    /** The same for the same content, whatever the order of fields and the Java type of numbers. */
    private static String digest(Map<String, ? extends Object> sections) {
        return Ids.derived("dig", canonical(sections));
    }

    private static String canonical(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                Map<String, String> fields = new TreeMap<>();
                map.forEach((name, field) -> fields.put(quoted(String.valueOf(name)), canonical(field)));
                yield fields.toString();
            }
            case List<?> list ->
                list.stream().map(Inventory::canonical).toList().toString();
            case String text -> quoted(text);
            default -> value.toString();
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
