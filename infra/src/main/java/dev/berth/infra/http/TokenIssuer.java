package dev.berth.infra.http;

import dev.berth.api.Context;
import dev.berth.api.iam.CreateToken;
import org.jspecify.annotations.Nullable;

/** Makes tokens. The secret exists in its answer alone. */
@FunctionalInterface
public interface TokenIssuer {
    /** Makes a token, if that is allowed. */
    Issued issue(CreateToken command, Context context);

    /**
     * What came of it.
     *
     * @param token the secret; null where the call was refused
     */
    record Issued(Commands.Dispatched dispatched, @Nullable String token) {
        @Override
        public String toString() {
            return "Issued[" + dispatched + "]";
        }
    }
}
