package dev.berth.infra.http;

import dev.berth.api.Problem;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.ResourceRef;
import dev.berth.query.Page;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How methods that read answer: after the caller's own writes, and only what the caller may see. */
public final class Reads {
    private final AccessDecider decider;
    private final OwnWrites ownWrites;

    public Reads(AccessDecider decider, OwnWrites ownWrites) {
        this.decider = decider;
        this.ownWrites = ownWrites;
    }

    /** A list's page of what may be seen. */
    @FunctionalInterface
    public interface Source<V> {
        /** Empty for a cursor that is none of the list's. */
        Optional<Page<V>> page(Predicate<V> seen);
    }

    /** Whether the caller may do what the call does, on this resource. */
    public boolean allowed(Call call, String tenantId, ResourceRef resource) {
        return decider.decide(call.asks(tenantId, resource)).allowed();
    }

    /** The principal whose resources alone the caller can see, where its roles imply that; null for all. */
    public @Nullable String onlyOwner(Call call, String tenantId) {
        return decider.seesOnlyItsOwn(call.caller(), tenantId) ? call.caller().principal() : null;
    }

    /**
     * One resource: NOT_FOUND where there is none, then the decision on it.
     *
     * @param path how it is named in errors, such as {@code compute-pool/pool_…}
     */
    public <V> Reply one(
            Call call,
            String tenantId,
            String what,
            String path,
            Supplier<Optional<V>> find,
            Function<V, ResourceRef> resource) {
        awaitOwnWrites(call, tenantId);
        Optional<V> found = find.get();
        if (found.isEmpty()) {
            return Reply.refused(Problem.notFound(what, path));
        }
        ResourceRef asked = resource.apply(found.get());
        return allowed(call, tenantId, asked) ? Reply.of(found.get()) : Reply.refused(call.denied(asked));
    }

    /** A page of resources: the decision on the tenant, then one on each of them. */
    public <V> Reply page(Call call, String tenantId, Source<V> source, Function<V, ResourceRef> resource) {
        return onTenant(call, tenantId, () -> page(source.page(item -> allowed(call, tenantId, resource.apply(item)))));
    }

    /** A page, or the refusal of its cursor. */
    public static Reply page(Optional<? extends Page<?>> page) {
        return page.map(Reply::of).orElseGet(() -> Reply.refused(Problem.invalid("cursor", "is none of this list")));
    }

    /** What the decision on the tenant alone lets the caller see. */
    public Reply onTenant(Call call, String tenantId, Supplier<Reply> answer) {
        awaitOwnWrites(call, tenantId);
        ResourceRef tenant = ResourceRef.tenant(tenantId);
        return allowed(call, tenantId, tenant) ? answer.get() : Reply.refused(call.denied(tenant));
    }

    /** Waits until the caller can read what was changed before. */
    public void awaitOwnWrites(Call call, String tenantId) {
        if (!ownWrites.readable(call.caller(), tenantId)) {
            throw ProblemException.unavailable("What was changed before can't be read yet. Ask again.");
        }
    }
}
