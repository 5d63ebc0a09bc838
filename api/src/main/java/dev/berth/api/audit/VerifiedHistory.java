package dev.berth.api.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a range of the tenant's chain came to.
 *
 * @param from         the first position that was looked at
 * @param to           the last one; ask again from the next one where it is less than was asked for
 * @param entries      how many of the tenant's entries lie between
 * @param intact       whether all of them are as they were when they were chained, and as checkpoints were signed
 * @param firstAltered the first that is not
 * @param signedTo     the newest position of a checkpoint in the range
 * @param signedAt     when that checkpoint was signed
 * @param publicKey    by which checkpoints are checked: Ed25519, base64 of the raw 32 bytes
 */
public record VerifiedHistory(
        long from,
        long to,
        long entries,
        boolean intact,
        @Nullable AlteredEntry firstAltered,
        @Nullable Long signedTo,
        @Nullable Instant signedAt,
        String publicKey) {
    /** An entry that is not as it was. */
    public record AlteredEntry(long position, @Nullable String eventId, String reason) {}
}
