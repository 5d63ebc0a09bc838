package dev.berth.infra.simulator;

import dev.berth.infra.host.SimulatorServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stand-in of the DigitalOcean API on the simulator's port, with state of its own.
 *
 * <p>Owns: {@code /v2}, the door for tests beside it, and the directory of the account.<br>
 * Does not own: the port ({@link SimulatorServer}), anything of the control plane.<br>
 * Invariants: what was answered or begun is on disk; killed at any moment, it goes on from there.<br>
 * On failure: a directory that can't be had is an error at start.
 */
public final class DigitalOceanSimulator implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DigitalOceanSimulator.class);

    private final SimulatorServer server;
    private final Account account;
    private final Api api;

    private DigitalOceanSimulator(SimulatorServer server, Account account, Api api) {
        this.server = server;
        this.account = account;
        this.api = api;
    }

    /**
     * Begins to answer on the server.
     *
     * @param directory what the account remembers; made if it is missing
     * @param clock by which actions end and limits are counted
     * @throws IllegalStateException when another simulator has the directory
     * @throws java.io.UncheckedIOException when the directory can't be used
     */
    public static DigitalOceanSimulator start(SimulatorServer server, Path directory, InstantSource clock) {
        Tables tables = new Tables();
        Router router = new Router();
        Passage passage = new Passage(tables, router);
        Account account = new Account(directory, tables, passage, clock, Account.FEW_LINES);
        ApiFaults faults = new ApiFaults();
        RequestLog log = new RequestLog();
        Api api = new Api(account, tables, router, faults, log, clock);
        Control control = new Control(account, tables, faults, log);
        server.handle(Api.PATH, api);
        Control.PATHS.forEach(path -> server.handle(path, control));
        LOG.atInfo()
                .addKeyValue("uri", server.uri())
                .addKeyValue("directory", directory)
                .log("The simulated DigitalOcean API is ready");
        return new DigitalOceanSimulator(server, account, api);
    }

    /** Where it answers, without {@code /v2}: the endpoint of an account. */
    public URI uri() {
        return server.uri();
    }

    /** Answers with 503 from now on, stores what was begun, and gives the directory free. */
    @Override
    public void close() {
        api.close();
        account.close();
    }
}
