package dev.berth.infra.queue;

/** An aggregate does not want what the reconciler was about to do. Nothing was recorded. */
public final class ObservationRefused extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** With the aggregate's reason. */
    public ObservationRefused(String detail) {
        super(detail);
    }
}
