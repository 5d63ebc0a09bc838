package dev.berth.infra.queue;

import dev.berth.api.instance.UserData;

/** Decrypts a user's start-up data, for the one call that hands it to the machine. */
@FunctionalInterface
public interface UserDataOpener {
    /**
     * In clear. Not to be kept or logged.
     *
     * @throws RuntimeException when its key is gone or can't be had
     */
    String open(String instanceId, UserData sealed);
}
