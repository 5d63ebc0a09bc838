package dev.berth.infra.http.methods;

import dev.berth.infra.http.ApiJson;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes example inputs. */
final class Input {
    private Input() {}

    /** JSON of the example tenant and these fields, given as name, value, name, value. */
    static String of(Object... fields) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("tenantId", Examples.TENANT);
        for (int i = 0; i < fields.length; i += 2) {
            input.put((String) fields[i], fields[i + 1]);
        }
        return ApiJson.MAPPER.writeValueAsString(input);
    }
}
