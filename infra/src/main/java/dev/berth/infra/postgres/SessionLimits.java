package dev.berth.infra.postgres;

import java.time.Duration;

/**
 * Time limits of the application's database sessions, enforced by the database server.
 *
 * <p>Readers of the event table wait 60 s for a position that is missing because its transaction is still open. So no
 * transaction may live nearly as long: it is aborted at {@link #TRANSACTION}, and its positions then stay empty for ever.
 */
public final class SessionLimits {

    /** The longest life of a transaction. At most a third of what readers wait for a gap. */
    public static final Duration TRANSACTION = Duration.ofSeconds(20);

    /** The longest single statement. */
    public static final Duration STATEMENT = Duration.ofSeconds(15);

    /** The longest time that an open transaction may do nothing. */
    public static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(10);

    /** The longest wait of a request for a connection from the pool. */
    public static final Duration CONNECTION_WAIT = Duration.ofSeconds(2);

    /** How long a client waits for any answer before it gives the connection up; longer than a transaction may live. */
    public static final Duration SOCKET = TRANSACTION.plusSeconds(5);

    private SessionLimits() {}
}
