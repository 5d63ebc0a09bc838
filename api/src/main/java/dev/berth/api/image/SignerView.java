package dev.berth.api.image;

import java.time.Instant;

/** A signer as it is shown. */
public record SignerView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String name,
        String publicKey,
        SignerScope scope) {}
