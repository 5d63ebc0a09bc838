package dev.berth.infra.iam;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The policies of one tenant at one moment: their texts by the ids that the tenant gave them.
 *
 * <p>Compared by identity where a decider asks whether anything has changed, so a source hands out the same object until
 * it does.
 */
public final class PolicyTexts {
    /** Of a tenant that has no policies of its own. */
    public static final PolicyTexts NONE = new PolicyTexts(Map.of());

    private final SortedMap<String, String> byId;

    private PolicyTexts(Map<String, String> byId) {
        this.byId = Collections.unmodifiableSortedMap(new TreeMap<>(byId));
    }

    /** These policies; {@link #NONE} where there are none. */
    public static PolicyTexts of(Map<String, String> byId) {
        return byId.isEmpty() ? NONE : new PolicyTexts(byId);
    }

    /** The texts by policy id, in the order of the ids. */
    public SortedMap<String, String> byId() {
        return byId;
    }

    /** The same with one more, or one replaced. */
    public PolicyTexts with(String policyId, String text) {
        Map<String, String> changed = new TreeMap<>(byId);
        changed.put(policyId, text);
        return of(changed);
    }

    /** The same without that one. */
    public PolicyTexts without(String policyId) {
        Map<String, String> changed = new TreeMap<>(byId);
        changed.remove(policyId);
        return of(changed);
    }
}
