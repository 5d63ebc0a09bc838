package dev.berth.sagas;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is wanted of a resource beside what was seen of it: a value, folded from the events of one stream. */
public interface ResourcePlan {
    /** The resource. */
    String resourceId();

    /** How many events of its stream it has seen, at least 1. */
    long revision();

    /** The provider account that it is made with; null where none is. */
    @Nullable
    String accountId();

    /** The step that is next; empty where everything is as wanted, or nothing may be done. */
    Optional<Step> step();

    /** Whether nothing will ever be done for it again. */
    boolean over();
}
