package dev.berth.infra.simulator;

/** How something ends that takes its time. */
enum Outcome {
    /** It does what it should. */
    WORKS,
    /** It fails, and says so. */
    ERRORED,
    /** It does what it should, and never says that it is done. */
    STUCK,
    /** It says that it is done, and has done nothing. */
    INEFFECTIVE
}
