package dev.berth.command.account;

/** What is known of whether a provider has something. */
public enum Creation {
    /** It certainly has not: it was never asked, or has refused. */
    NONE,
    /** It was asked, and the answer is not known yet. */
    BEGUN,
    /** It has, or had. */
    MADE
}
