package dev.berth.query.iam;

import dev.berth.api.iam.TokenView;

/** A token with the SHA-256 by which it is recognised, which is never shown. */
public record TokenRecord(TokenView view, String tokenHash) {}
