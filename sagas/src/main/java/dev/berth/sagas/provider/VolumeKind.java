package dev.berth.sagas.provider;

/** A disk on one machine at a time, or a file share of one network. */
public enum VolumeKind {
    BLOCK,
    SHARED
}
