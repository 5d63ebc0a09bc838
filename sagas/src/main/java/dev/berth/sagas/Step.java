package dev.berth.sagas;

import org.jspecify.annotations.Nullable;

/**
 * What a resource needs next. There is at most one per resource, the newest; it says which resource to look at and
 * where, and the runner that takes it looks at the resource's stream once more before it acts.
 *
 * @param resourceId the resource
 * @param kind what it is, such as {@code instance}
 * @param host whose turn it is: the host, or the account, of which only so much is asked at once; null where nobody has
 *     to be asked
 * @param operation a word for people and metrics, such as {@code provision}
 * @param wanted the resource's revision that makes it needed, at least 1; it only grows
 */
public record Step(String resourceId, String kind, @Nullable String host, String operation, long wanted) {}
