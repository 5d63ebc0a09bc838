package dev.berth.query;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jooq.JSONB;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How read tables hold a resource as JSON. A field that is not known any more is passed over. */
public final class ViewJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ViewJson() {}

    /** The JSON of a resource. */
    public static JSONB write(Object value) {
        return JSONB.valueOf(MAPPER.writeValueAsString(value));
    }

    /** The resource of this JSON. */
    public static <T> T read(JSONB json, Class<T> type) {
        return MAPPER.readValue(json.data(), type);
    }

    /** The resource of this JSON. */
    public static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    /** The fields of a JSON object. */
    public static Map<String, Object> readMap(String json) {
        return MAPPER.readValue(json, new TypeReference<Map<String, Object>>() {});
    }
}
