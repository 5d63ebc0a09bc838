package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Capabilities;
import dev.berth.sagas.provider.Machines;
import dev.berth.sagas.provider.Networks;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRules;
import dev.berth.sagas.provider.Snapshots;
import dev.berth.sagas.provider.Violation;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Volumes;
import dev.berth.sagas.provider.Wish;
import java.time.Duration;
import java.util.Optional;

/** One account at DigitalOcean. */
final class DigitalOceanProvider implements Provider {

    private final ProviderRules rules;
    private final Duration callDeadline;
    private final Duration settleTime;
    private final Machines machines;
    private final Volumes volumes;
    private final Snapshots snapshots;
    private final Networks networks;

    DigitalOceanProvider(
            ProviderRules rules, Connection connection, Marks marks, Duration callDeadline, Duration settleTime) {
        this.rules = rules;
        this.callDeadline = callDeadline;
        this.settleTime = settleTime;
        this.machines = new Droplets(connection, marks);
        this.volumes = new DigitalOceanVolumes(new BlockVolumes(connection, marks), new Shares(connection));
        this.snapshots = new DigitalOceanSnapshots(connection, marks);
        this.networks = new Vpcs(connection, marks);
    }

    @Override
    public Machines machines() {
        return machines;
    }

    @Override
    public Volumes volumes() {
        return volumes;
    }

    @Override
    public Snapshots snapshots() {
        return snapshots;
    }

    @Override
    public Networks networks() {
        return networks;
    }

    @Override
    public Duration callDeadline() {
        return callDeadline;
    }

    @Override
    public Duration settleTime() {
        return settleTime;
    }

    @Override
    public Capabilities capabilities() {
        return rules.capabilities();
    }

    @Override
    public Optional<Violation> validate(Wish wish) {
        return rules.validate(wish);
    }

    @Override
    public Optional<Violation> validateSize(VolumeKind kind, int sizeGiB) {
        return rules.validateSize(kind, sizeGiB);
    }
}
