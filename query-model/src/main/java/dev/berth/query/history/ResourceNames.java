package dev.berth.query.history;

import dev.berth.api.Ids;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which streams a resource's name may stand for. Names are ids; {@code type/id} as errors and decisions have them; what a
 * tenant calls an image or a policy; {@code poolId/name} of a flavor; {@code poolId/resource} of a quota.
 */
public final class ResourceNames {
    private static final Pattern ID = Pattern.compile("^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26,52}$");
    private static final String TYPE = "compute-";

    private ResourceNames() {}

    /** The streams, the likeliest first. None of them needs to exist or be the tenant's. */
    public static List<String> streams(String tenantId, String name) {
        if (name.startsWith(TYPE) && name.indexOf('/') > 0) {
            int slash = name.indexOf('/');
            return typed(tenantId, name.substring(TYPE.length(), slash), name.substring(slash + 1));
        }
        if (ID.matcher(name).matches()) {
            return List.of(name);
        }
        int slash = name.indexOf('/');
        if (slash > 0 && ID.matcher(name.substring(0, slash)).matches()) {
            String pool = name.substring(0, slash);
            return List.of(Ids.derived("flv", pool, name.substring(slash + 1)), Ids.derived("quota", tenantId, pool));
        }
        return List.of(Ids.derived("img", tenantId, name), Ids.derived("pcy", tenantId, name));
    }

    private static List<String> typed(String tenantId, String type, String id) {
        int slash = id.indexOf('/');
        String first = slash < 0 ? id : id.substring(0, slash);
        return switch (type) {
            case "image" -> List.of(Ids.derived("img", tenantId, id));
            case "policy" -> List.of(Ids.derived("pcy", tenantId, id));
            case "flavor" -> slash < 0 ? List.of() : List.of(Ids.derived("flv", first, id.substring(slash + 1)));
            case "quota" -> List.of(Ids.derived("quota", tenantId, first));
            case "tenant" -> List.of(Ids.derived("tnt", id));
            default -> List.of(id);
        };
    }
}
