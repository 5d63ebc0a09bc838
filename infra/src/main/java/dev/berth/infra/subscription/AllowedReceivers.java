package dev.berth.infra.subscription;

import dev.berth.command.subscription.Receivers;
import dev.berth.infra.outbound.OutboundRules;
import dev.berth.infra.outbound.SecretReader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What this deployment lets tenants name: addresses outside, and secrets that are not its own. A signature is made with
 * what a reference leads to, and could be used to guess it.
 */
public final class AllowedReceivers implements Receivers {
    private static final String OWN_VARIABLES = "env:BERTH_";
    private static final String FILE = "file:";

    private final OutboundRules rules;
    private final Path dataDirectory;

    /** @param dataDirectory absolute; no secret is read from in there */
    public AllowedReceivers(OutboundRules rules, Path dataDirectory) {
        this.rules = rules;
        this.dataDirectory = dataDirectory;
    }

    @Override
    public Optional<String> problemWithUrl(String url) {
        return rules.wrong(url);
    }

    @Override
    public Optional<String> problemWithSecretRef(String secretRef) {
        Optional<String> wrong = SecretReader.wrong(secretRef);
        if (wrong.isPresent()) {
            return wrong;
        }
        boolean own = secretRef.startsWith(OWN_VARIABLES)
                || secretRef.startsWith(FILE)
                        && Path.of(secretRef.substring(FILE.length())).startsWith(dataDirectory);
        return own ? Optional.of("leads to what belongs to the server itself") : Optional.empty();
    }
}
