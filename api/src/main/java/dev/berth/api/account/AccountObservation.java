package dev.berth.api.account;

/** What the reconciler reports of an account, each as a command to its aggregate. */
public sealed interface AccountObservation {
    /** The account. */
    String accountId();

    /** The provider accepted its credential. */
    record AccountAnswered(String accountId) implements AccountObservation {}

    /** Its credential can't be read, or the provider does not accept it. */
    record AccountRefused(String accountId, String message) implements AccountObservation {}
}
