package dev.berth.infra.simulator;

/**
 * A private network.
 *
 * @param isDefault whether Droplets that name no network come here
 */
record Vpc(String id, String name, String description, String region, String ipRange, boolean isDefault, long createdAt)
        implements Entity {

    @Override
    public String key() {
        return "vpc/" + id;
    }

    Vpc with(String newName, String newDescription) {
        return new Vpc(id, newName, newDescription, region, ipRange, isDefault, createdAt);
    }

    Vpc withDefault(boolean now) {
        return new Vpc(id, name, description, region, ipRange, now, createdAt);
    }
}
