package dev.berth.query.iam;

import dev.berth.api.iam.PolicyView;

/** A policy, and whether it was deleted: then it is neither shown nor applied, until it is put again. */
public record PolicyRecord(PolicyView view, boolean deleted) {}
