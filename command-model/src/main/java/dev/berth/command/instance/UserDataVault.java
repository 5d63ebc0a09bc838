package dev.berth.command.instance;

import dev.berth.api.instance.UserData;

/** Encrypts a user's start-up data with a key of its own instance, which is destroyed with the instance. */
public interface UserDataVault {
    /**
     * Encrypts. The instance's key is kept, outside the event store, before this returns; one that no instance came to
     * need is swept later. Encrypting for the same instance again uses the same key.
     *
     * @param clearText at most 32768 code points
     */
    UserData seal(String instanceId, String clearText);
}
