package dev.berth.infra.queue;

/** For tests of the whole product: a reconciler that ends as if its process had been killed. */
public final class Abandonment {
    private Abandonment() {}

    /** Leaves everything as it is at this moment. */
    public static void abandon(Reconciler reconciler) {
        reconciler.abandon();
    }
}
