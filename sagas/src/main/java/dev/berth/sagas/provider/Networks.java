package dev.berth.sagas.provider;

import dev.berth.sagas.provider.Thing.SeenNetwork;
import dev.berth.sagas.provider.Wish.NetworkWish;

/**
 * Networks, each in one region. A removal is {@code Busy} while members are left, which providers notice late, and
 * {@code Refused} with {@code defaultNetwork} for the one that a region can't do without.
 */
public interface Networks extends Makes<NetworkWish, SeenNetwork> {

    /** Every network that is this deployment's, complete or failed. */
    Answer<Listing<SeenNetwork>> list();
}
