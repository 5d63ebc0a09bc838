package dev.berth.sagas.provider;

import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Wish.MachineWish;
import java.util.Set;

/** Machines. Everything that is true already is {@code Done} without a change. */
public interface Machines extends Makes<MachineWish, SeenMachine> {

    /** Every machine that is this deployment's, complete or failed. */
    Answer<Listing<SeenMachine>> list();

    /** Boots it; {@code Pending} until {@link #observe} shows it running. */
    Answer<ProviderRef> powerOn(ProviderRef machine);

    /**
     * Turns it off; {@code Pending} until {@link #observe} shows it off.
     *
     * @param hard cut its power, instead of asking the guest, which may not obey
     */
    Answer<ProviderRef> powerOff(ProviderRef machine, boolean hard);

    /**
     * Destroys it together with these block volumes, while every other volume on it survives, detached. {@code Pending} until
     * {@link #observe} has it missing; the volumes are then to be looked at, and removed one by one where the provider left
     * one over. {@code Busy} while it is being made or something else goes on.
     *
     * @param volumeIds the provider's ids; those that are not on the machine are left alone
     */
    Answer<ProviderRef> destroy(ProviderRef machine, Set<String> volumeIds);

    /** How an operation that was {@code Pending} goes. */
    Answer<Progress> progress(ProviderRef machine, String operation);
}
