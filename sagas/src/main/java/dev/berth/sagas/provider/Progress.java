package dev.berth.sagas.provider;

/** What a provider says of work that it took. What it says is a hint: the thing itself tells whether it is so. */
public enum Progress {
    /** It goes on, or does not show yet. */
    RUNNING,
    /** It says that it is done. */
    COMPLETED,
    /** It has failed; providers don't say why. */
    FAILED
}
