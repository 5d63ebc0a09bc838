package dev.berth.infra.simulator;

/** The next of the numbers that Droplets, actions and Droplet snapshots share. */
record Counter(long next) implements Entity {

    @Override
    public String key() {
        return "counter";
    }
}
