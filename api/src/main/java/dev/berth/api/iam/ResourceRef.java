package dev.berth.api.iam;

import java.util.Map;

/**
 * What a decision is about.
 *
 * @param type       such as {@code compute-instance} or {@code compute-tenant}
 * @param id         the id of the resource, or of the tenant
 * @param attributes as policies can test them: {@code tenantId}, {@code createdBy}, …; strings, longs, booleans
 */
public record ResourceRef(String type, String id, Map<String, Object> attributes) {
    public ResourceRef {
        attributes = Map.copyOf(attributes);
    }

    /** The tenant as a whole, for lists and for creates that are not decided on the new resource. */
    public static ResourceRef tenant(String tenantId) {
        return new ResourceRef("compute-tenant", tenantId, Map.of("tenantId", tenantId));
    }

    /** As it stands in errors: {@code compute-instance/inst_…}. */
    public String path() {
        return type + "/" + id;
    }
}
