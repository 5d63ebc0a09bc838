package dev.berth.infra.http;

import dev.berth.api.iam.Caller;

/** Lets a caller see its own writes. */
@FunctionalInterface
public interface OwnWrites {
    /**
     * Waits (bounded) until the read models show what was changed for this tenant, and by this session, and answered before.
     * At once where all of it is shown already.
     *
     * @return false where they still do not
     */
    boolean readable(Caller caller, String tenantId);
}
