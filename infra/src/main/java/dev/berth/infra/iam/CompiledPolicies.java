package dev.berth.infra.iam;

import com.cedarpolicy.model.Effect;
import com.cedarpolicy.model.exception.CacheException;
import com.cedarpolicy.model.exception.InternalException;
import com.cedarpolicy.model.policy.Policy;
import com.cedarpolicy.model.policy.PolicySet;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The built-in policies and those of one tenant, parsed once and held on Cedar's side until this object is collected.
 *
 * <p>Cedar knows a tenant's policy as {@code tenant/<policyId>}, which can't be the id of a built-in one.
 */
final class CompiledPolicies {
    private static final Logger log = LoggerFactory.getLogger(CompiledPolicies.class);
    private static final String TENANT = "tenant/";
    private static final int MAX_HELD_BY_CEDAR = 65_536;

    private final PolicyTexts texts;
    private final String version;
    private final Set<String> forbids = new HashSet<>();
    private final Set<String> confirmed = new HashSet<>();
    private final @Nullable PolicySet set;

    /** Parses them. Where that fails nothing can be decided by them, and {@link #set} is null. */
    CompiledPolicies(PolicyTexts texts) {
        this.texts = texts;
        this.version = version(texts);
        this.set = parse(texts);
    }

    private @Nullable PolicySet parse(PolicyTexts texts) {
        try {
            Set<Policy> all = new HashSet<>(BuiltIn.policies());
            texts.byId().forEach((id, text) -> all.add(new Policy(text, TENANT + id)));
            for (Policy policy : all) {
                if (policy.effect() == Effect.FORBID) {
                    forbids.add(policy.getID());
                }
                if (policy.getAnnotations().containsKey("confirmation")) {
                    confirmed.add(policy.getID());
                }
            }
            PolicySet parsed = new PolicySet(all);
            hold(parsed);
            return parsed;
        } catch (InternalException e) {
            // Each was checked when it was put, so this is a policy of another release: better no answer than a wrong
            // one.
            log.atError()
                    .setCause(e)
                    .addKeyValue("policies", texts.byId().keySet())
                    .log("Policies can't be read");
            return null;
        }
    }

    private static void hold(PolicySet parsed) {
        try {
            PolicySet.setCacheMaxPolicySets(MAX_HELD_BY_CEDAR);
            parsed.cache();
        } catch (CacheException e) {
            // Decided all the same, only slower: Cedar then parses the texts at every decision.
            log.atWarn().setCause(e).log("Cedar holds no more policy sets");
        }
    }

    /** The policies that these were made from. */
    PolicyTexts texts() {
        return texts;
    }

    /** Names this set by its content, so that it is the same on every node and after every restart. */
    String version() {
        return version;
    }

    /** For Cedar; null where the policies can't be read. */
    @Nullable
    PolicySet set() {
        return set;
    }

    /** Whether this policy, by Cedar's id, forbids. */
    boolean forbids(String cedarId) {
        return forbids.contains(cedarId);
    }

    /**
     * Whether this policy, by Cedar's id, permits a delegated session nothing without its principal's approval. Any value
     * of the annotation counts: a misspelt one must not permit more.
     */
    boolean needsConfirmation(String cedarId) {
        return confirmed.contains(cedarId);
    }

    /** The name under which people know a policy. */
    static String name(String cedarId) {
        return cedarId.startsWith(TENANT) ? cedarId.substring(TENANT.length()) : cedarId;
    }

    private static String version(PolicyTexts texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(BuiltIn.text().getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, String> policy : texts.byId().entrySet()) {
                digest.update((byte) 0);
                digest.update(policy.getKey().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(policy.getValue().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
