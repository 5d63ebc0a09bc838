package dev.berth.infra.digitalocean;

import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.outbound.SecretReader;
import dev.berth.infra.provider.ProviderAdapter;
import dev.berth.infra.provider.ProviderSettings;
import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRules;
import java.time.InstantSource;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;

/**
 * The adapter to DigitalOcean.
 *
 * <p>Owns: the budgets, one for each credential, for as long as the process runs.<br>
 * Does not own: accounts; each call says which.<br>
 * Invariants: accounts with the same secret share one budget.<br>
 * On failure: the account's calls say what failed.
 */
public final class DigitalOcean implements ProviderAdapter {

    /** What accounts call it. */
    public static final String NAME = "digitalocean";

    private final OutboundHttp http;
    private final SecretReader secrets;
    private final ProviderSettings settings;
    private final InstantSource clock;
    private final Credentials credentials;
    private final Marks marks;
    private final DigitalOceanRules rules;

    /**
     * @param deploymentId marks what is made; of {@code [a-z0-9]}
     * @param leastShareGiB the least size of a share, in GiB
     */
    public DigitalOcean(
            OutboundHttp http,
            SecretReader secrets,
            ProviderSettings settings,
            InstantSource clock,
            String deploymentId,
            int leastShareGiB) {
        this.http = http;
        this.secrets = secrets;
        this.settings = settings;
        this.clock = clock;
        this.credentials = new Credentials(settings, clock);
        this.marks = new Marks(deploymentId);
        this.rules = new DigitalOceanRules(leastShareGiB);
    }

    /**
     * Tells of each credential that is used from now on.
     *
     * @param watcher is told the beginning of its hash, and what answers how many requests it has left
     */
    public void watch(BiConsumer<String, IntSupplier> watcher) {
        credentials.watch(watcher);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ProviderRules rules() {
        return rules;
    }

    @Override
    public Provider open(AccountRef account) {
        Connection connection = new Connection(account, http, secrets, credentials, settings, clock);
        return new DigitalOceanProvider(rules, connection, marks, settings.callDeadline(), settings.settleTime());
    }
}
