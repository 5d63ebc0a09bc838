package dev.berth.command;

import dev.berth.api.Command;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A digest that is the request itself, without what idempotency does not compare. */
public final class TestDigest {
    private static final Set<String> LEFT_OUT = Set.of("tenantId", "idempotencyKey", "waitFor");

    private TestDigest() {}

    /** The digest of this request. */
    public static String of(Command command) {
        Map<String, Object> fields = new TreeMap<>();
        for (RecordComponent component : command.getClass().getRecordComponents()) {
            if (!LEFT_OUT.contains(component.getName())) {
                try {
                    component.getAccessor().setAccessible(true);
                    fields.put(
                            component.getName(),
                            String.valueOf(component.getAccessor().invoke(command)));
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return fields.toString();
    }
}
