package dev.berth.query.image;

import dev.berth.api.image.SignerView;

/** A signer, and whether it was removed: then it is neither shown nor trusted. */
public record SignerRecord(SignerView view, boolean removed) {}
