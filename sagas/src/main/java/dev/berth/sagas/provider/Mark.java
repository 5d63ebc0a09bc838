package dev.berth.sagas.provider;

import org.jspecify.annotations.Nullable;

/**
 * Whose a thing at the provider is, by what it carries there.
 *
 * @param owner whose
 * @param marker of which resource, where it is this deployment's
 */
public record Mark(Owner owner, @Nullable String marker) {

    /** Carries no mark where marks can be: not this deployment's. */
    public static final Mark FOREIGN = new Mark(Owner.FOREIGN, null);

    /** Of a kind that can't be marked: only what is known of its name and id can tell. */
    public static final Mark UNMARKABLE = new Mark(Owner.UNMARKABLE, null);

    public static Mark of(String marker) {
        return new Mark(Owner.THIS_DEPLOYMENT, marker);
    }

    public enum Owner {
        THIS_DEPLOYMENT,
        FOREIGN,
        UNMARKABLE
    }

    /** Whether it is the mark of that resource. */
    public boolean isOf(String wanted) {
        return wanted.equals(marker);
    }
}
