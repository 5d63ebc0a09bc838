package dev.berth.infra.simulator;

import org.jspecify.annotations.Nullable;

/**
 * How the account behaves.
 *
 * @param actionMs how long actions take, and the making and destroying of Droplets and shares
 * @param vanishMs how long a deleted thing still shows elsewhere; null for as long as an action takes
 * @param hiddenMs for how long a new action or Droplet can't be read by its id yet
 * @param listLagMs for how long a new thing is missing from listings
 * @param snapshotIntervalMs the least time between two snapshots of one volume
 * @param volumes how many there may be; null for no limit, as with the following
 * @param droplets how many there may be
 * @param volumeGiB how large all volumes together may be
 * @param perMinute requests of one token in a minute
 * @param perHour requests of one token in an hour
 */
record Settings(
        int actionMs,
        @Nullable Integer vanishMs,
        int hiddenMs,
        int listLagMs,
        int snapshotIntervalMs,
        @Nullable Integer volumes,
        @Nullable Integer droplets,
        @Nullable Integer volumeGiB,
        @Nullable Integer perMinute,
        @Nullable Integer perHour)
        implements Entity {

    static final Settings INITIAL = new Settings(200, null, 0, 0, 600_000, null, null, null, null, null);

    @Override
    public String key() {
        return "settings";
    }

    int vanish() {
        return vanishMs == null ? actionMs : vanishMs;
    }

    Settings withLatency(int action, @Nullable Integer vanish, int hidden, int listLag, int snapshotInterval) {
        return new Settings(
                action, vanish, hidden, listLag, snapshotInterval, volumes, droplets, volumeGiB, perMinute, perHour);
    }

    Settings withLimits(
            @Nullable Integer mostVolumes,
            @Nullable Integer mostDroplets,
            @Nullable Integer mostGiB,
            @Nullable Integer minute,
            @Nullable Integer hour) {
        return new Settings(
                actionMs,
                vanishMs,
                hiddenMs,
                listLagMs,
                snapshotIntervalMs,
                mostVolumes,
                mostDroplets,
                mostGiB,
                minute,
                hour);
    }
}
