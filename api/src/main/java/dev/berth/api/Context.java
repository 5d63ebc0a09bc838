package dev.berth.api;

import dev.berth.api.iam.Caller;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * What a decision needs besides its input. It travels beside the command and is never stored as a whole.
 *
 * @param caller    who asks
 * @param requestId the id of the request, for logs, errors and the history
 * @param now       the time of the decision, in whole milliseconds
 * @param seed      from which new ids of this call are derived, so that a retried unit of work makes the same ids
 * @param avoid     hosts that an earlier try of this call found full, so that the next try takes another one
 */
public record Context(Caller caller, String requestId, Instant now, Ids.Seed seed, Set<String> avoid) {
    /** The key under which it travels in a message's metadata. */
    public static final String KEY = "context";

    public Context {
        avoid = Set.copyOf(avoid);
    }

    /** A first try. */
    public Context(Caller caller, String requestId, Instant now, Ids.Seed seed) {
        this(caller, requestId, now, seed, Set.of());
    }

    /** The same call, tried again without this host. */
    public Context avoiding(String nodeId) {
        Set<String> more = new HashSet<>(avoid);
        more.add(nodeId);
        return new Context(caller, requestId, now, seed, more);
    }

    /** A new time-ordered id with this prefix; the same one whenever it is asked again in this call. */
    public String newId(String prefix) {
        return seed.id(prefix);
    }
}
