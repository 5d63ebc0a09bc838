package dev.berth.infra.http;

import dev.berth.api.iam.Caller;

/** Lets a caller see its own writes. */
@FunctionalInterface
public interface OwnWrites {
    /**
     * Waits (bounded) until the read models show what this session changed before. At once in all but the rare case
     * that a change of it was answered as not readable yet.
     *
     * @return false where they still do not
     */
    boolean readable(Caller caller);
}
