package dev.berth.infra.store;

import org.axonframework.serialization.SerializationException;

/** Something in the store can't be read by this version of the program; its reader stops rather than pass it over. */
public final class UnreadableStoredType extends SerializationException {
    private static final long serialVersionUID = 1L;

    UnreadableStoredType(String message) {
        super(message);
    }
}
