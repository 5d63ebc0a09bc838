package dev.berth.sagas.node;

/** The host will not do it, however often it is asked as things stand. Nothing was changed. */
public final class HostRefused extends HostException {

    /** The reason when the host has no machine with that marker. */
    public static final String NO_MACHINE = "noMachine";

    /** The reason when a machine has to be stopped first. */
    public static final String RUNNING = "running";

    private final String reason;

    /**
     * @param reason a word that code can compare, such as {@link #NO_MACHINE}
     * @param message a sentence for a person
     */
    public HostRefused(String reason, String message) {
        super(message, null);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
