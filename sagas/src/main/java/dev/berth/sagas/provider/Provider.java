package dev.berth.sagas.provider;

/**
 * What can be asked of one account at a provider.
 *
 * <p>Owns: how wishes, things and refusals of this provider look; the budget of requests of the account's credential.<br>
 * Does not own: what there should be, retries, pauses between tries, and when another create may be made after one whose
 * outcome is unknown.<br>
 * Invariants: a call is one short request, or a look-up and one, and ends within the {@linkplain #callDeadline()
 * deadline}; no changing request is ever repeated inside a call; nothing is waited for, what takes time is looked at again
 * by later calls; a listing is complete or fails; words never hold a secret.<br>
 * On failure: an {@link Answer} that says what may be concluded. A call past its deadline is unknown, not failed.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface Provider extends ProviderRules {

    /** The account's machines. */
    Machines machines();

    /** The account's volumes. */
    Volumes volumes();

    /** The account's snapshots of volumes. */
    Snapshots snapshots();

    /** The account's networks, one in each region that a network of ours has a subnet in. */
    Networks networks();

    /** The longest that any call but a listing blocks, waiting for the budget included. */
    java.time.Duration callDeadline();

    /**
     * How long after a thing was made, or an action begun, its absence (also from listings) means nothing: providers
     * show new things late.
     */
    java.time.Duration settleTime();
}
