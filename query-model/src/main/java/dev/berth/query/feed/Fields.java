package dev.berth.query.feed;

import dev.berth.api.instance.MachineShape;
import dev.berth.api.quota.Quotas;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a published event; those without a value are left out. */
final class Fields {
    private final Map<String, Object> data = new LinkedHashMap<>();

    private Fields() {}

    static Fields of(String name, Object value) {
        return new Fields().and(name, value);
    }

    Fields and(String name, @Nullable Object value) {
        if (value != null) {
            data.put(name, value);
        }
        return this;
    }

    Fields and(MachineShape shape) {
        return and("vcpu", shape.vcpu())
                .and("memoryGiB", shape.memoryGiB())
                .and("diskGiB", shape.diskGiB())
                .and("gpus", shape.gpus());
    }

    static Map<String, Object> amounts(Quotas quotas) {
        return of("vcpu", quotas.vcpu())
                .and("memoryGiB", quotas.memoryGiB())
                .and("gpus", quotas.gpus())
                .and("diskGiB", quotas.diskGiB())
                .data;
    }

    Published published(String tenantId, String type, String subject) {
        return new Published(tenantId, type, subject, data);
    }
}
