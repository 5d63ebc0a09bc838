package dev.berth.infra.store;

/**
 * How the aggregates of one type are kept.
 *
 * @param name          the stable name of its state in snapshots, such as {@code quota.state}
 * @param cached        how many of them are held in memory at most; 0 for none
 * @param snapshotEvery after how many events a snapshot is made; 0 for never
 */
public record AggregateKind<T>(Class<T> type, String name, int cached, int snapshotEvery) {
    private static final int HOT = 10_000;
    private static final int SNAPSHOT_EVERY = 200;

    /** Changed by many calls, with a long stream and a state of constant size: held in memory, with snapshots. */
    public static <T> AggregateKind<T> hot(Class<T> type, String name) {
        return new AggregateKind<>(type, name, HOT, SNAPSHOT_EVERY);
    }

    /** Changed a few times in its life, often soon after another: held in memory for a while, without snapshots. */
    public static <T> AggregateKind<T> warm(Class<T> type, String name, int cached) {
        return new AggregateKind<>(type, name, cached, 0);
    }

    /** Changed rarely: read anew each time. */
    public static <T> AggregateKind<T> cold(Class<T> type, String name) {
        return new AggregateKind<>(type, name, 0, 0);
    }
}
