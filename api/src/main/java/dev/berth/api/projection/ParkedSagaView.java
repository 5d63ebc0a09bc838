package dev.berth.api.projection;

import java.time.Instant;

/**
 * A resource whose saga failed, and is tried again later and later; the others go on.
 *
 * @param type    the saga's kind
 * @param cause   what went wrong last
 * @param retries how often it was tried again in vain
 */
public record ParkedSagaView(String resourceId, String type, String cause, Instant since, int retries) {}
