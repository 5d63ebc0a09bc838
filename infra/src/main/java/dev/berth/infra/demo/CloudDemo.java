package dev.berth.infra.demo;

import dev.berth.api.Command;
import dev.berth.api.account.CreateAccount;
import dev.berth.api.account.ProviderKind;
import dev.berth.api.network.CreateNetwork;
import dev.berth.api.network.SubnetSpec;
import dev.berth.api.pool.CreateFlavor;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.QuotaLimits;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * The part of the demo that is at a provider: an account at the simulated DigitalOcean, whose token is in a file of the
 * data directory, a network, and a pool with a flavor and quotas.
 */
final class CloudDemo {
    private static final String TOKEN_FILE = "demo-digitalocean-token";
    private static final String REGION = "nyc3";
    private static final int TOKEN_BYTES = 32;

    private final URI simulator;
    private final Path dataDir;
    private final Function<Command, String> make;

    /**
     * At this simulator.
     *
     * @param make carries a command out and answers the id of what it made, or of what was there already
     */
    CloudDemo(URI simulator, Path dataDir, Function<Command, String> make) {
        this.simulator = simulator;
        this.dataDir = dataDir;
        this.make = make;
    }

    void setUp() {
        String accountId = make.apply(new CreateAccount(
                Demo.TENANT,
                "demo-cloud",
                ProviderKind.DIGITALOCEAN,
                List.of(REGION),
                "file:" + tokenFile(),
                simulator.toString()));
        String networkId = make.apply(new CreateNetwork(
                Demo.TENANT, accountId, "demo-cloud", List.of(new SubnetSpec(REGION, "10.78.0.0/24")), "demo-cloud"));
        String poolId = make.apply(new CreatePool(
                Demo.TENANT,
                "demo-cloud",
                PoolKind.PROVIDER,
                accountId,
                REGION,
                networkId,
                new QuotaLimits(16, 32, 0, 500),
                "demo-cloud"));
        String unused = make.apply(new CreateFlavor(Demo.TENANT, poolId, "small", 1, 1, 25, 0, "s-1vcpu-1gb"));
    }

    /** Any token of that form is good for the simulator. */
    private Path tokenFile() {
        Path file = dataDir.toAbsolutePath().normalize().resolve(TOKEN_FILE);
        if (!Files.exists(file)) {
            byte[] secret = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(secret);
            Demo.write(file, "dop_v1_" + HexFormat.of().formatHex(secret) + "\n");
        }
        return file;
    }
}
