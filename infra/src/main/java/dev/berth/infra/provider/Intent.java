package dev.berth.infra.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a marker: what was sent, and what came of it.
 *
 * @param sends creates sent; each was counted before it was sent
 * @param doubtUntil until when a create of unknown outcome may still show; null where all outcomes are known
 * @param looks how often the marker was looked up since
 * @param providerId what was adopted
 * @param closedAt since when nothing is made for it any more
 */
record Intent(
        String marker,
        String kind,
        String name,
        int sends,
        Instant firstSent,
        @Nullable Instant doubtUntil,
        int looks,
        @Nullable String providerId,
        @Nullable Instant adoptedAt,
        @Nullable Instant closedAt) {}
