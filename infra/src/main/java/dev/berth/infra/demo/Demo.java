package dev.berth.infra.demo;

import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.address.CreateAddressRange;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.CreateToken;
import dev.berth.api.iam.Role;
import dev.berth.api.image.ImageKind;
import dev.berth.api.image.RegisterImage;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.pool.CreateFlavor;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.QuotaLimits;
import dev.berth.infra.http.Commands;
import dev.berth.infra.http.TokenIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets up the tenant {@code demo}: a hosted pool with two simulated hosts, a range of addresses, three flavors, an image
 * and a token in a file; and where the simulated provider is served, a pool at that. Only a new server gets it: one that has no events yet, or whose set-up was cut short, which a
 * file tells until the token's file is there. Each part that is there already is left as it is.
 */
public final class Demo {
    /** The demo's tenant. */
    public static final String TENANT = "demo";

    private static final Logger LOG = LoggerFactory.getLogger(Demo.class);
    private static final String TOKEN_FILE = "demo-token";
    private static final String BEGUN_FILE = "demo-begun";

    private final boolean allowed;
    private final BooleanSupplier storeIsEmpty;
    private final Commands commands;
    private final TokenIssuer tokens;
    private final Path dataDir;
    private final @Nullable URI simulator;
    private final InstantSource clock;

    /**
     * The demo of a deployment.
     *
     * @param allowed whether a new server is to have one
     * @param storeIsEmpty whether there is no event yet
     * @param simulator where the simulated provider is served; null where it is not
     */
    public Demo(
            boolean allowed,
            BooleanSupplier storeIsEmpty,
            Commands commands,
            TokenIssuer tokens,
            Path dataDir,
            @Nullable URI simulator,
            InstantSource clock) {
        this.allowed = allowed;
        this.storeIsEmpty = storeIsEmpty;
        this.commands = commands;
        this.tokens = tokens;
        this.dataDir = dataDir;
        this.simulator = simulator;
        this.clock = clock;
    }

    /** Whether the demo was set up in this data directory, or its set-up has begun. */
    public static boolean isIn(Path dataDir) {
        return Files.exists(dataDir.resolve(TOKEN_FILE)) || Files.exists(dataDir.resolve(BEGUN_FILE));
    }

    /** Sets up what is missing, where there is to be a demo. */
    public void setUp() {
        Path tokenFile = dataDir.resolve(TOKEN_FILE);
        Path begun = dataDir.resolve(BEGUN_FILE);
        if (!allowed || Files.exists(tokenFile) || !(Files.exists(begun) || storeIsEmpty.getAsBoolean())) {
            return;
        }
        write(begun, "");
        TokenIssuer.Issued issued =
                tokens.issue(new CreateToken(TENANT, "demo", Set.of(Role.ADMIN), null, false), context());
        String token = issued.token();
        if (token == null) {
            throw new IllegalStateException("The demo's token could not be made");
        }
        String poolId = made(new CreatePool(
                TENANT, "demo", PoolKind.VPS_HOST, null, null, null, new QuotaLimits(32, 128, 0, 1000), "demo-hosted"));
        made(new CreateFlavor(TENANT, poolId, "small", 1, 1, 10, 0, null));
        made(new CreateFlavor(TENANT, poolId, "medium", 2, 4, 40, 0, null));
        made(new CreateFlavor(TENANT, poolId, "large", 8, 32, 200, 0, null));
        made(new CreateAddressRange(TENANT, poolId, "10.77.0.0/24", null, null));
        for (int i = 1; i <= 2; i++) {
            String name = "demo-host-" + i;
            made(new RegisterNode(
                    TENANT, poolId, name, DriverKind.SIMULATED, null, new Capacity(16, 64, 1000, 0), name));
        }
        made(new RegisterImage(
                TENANT,
                "debian-13",
                ImageKind.OS,
                "sha256:" + "d13a".repeat(16),
                "https://images.example.com/debian-13-amd64.qcow2",
                null,
                null));
        if (simulator != null) {
            new CloudDemo(simulator, dataDir, this::made).setUp();
        }
        write(tokenFile, token + "\n");
        delete(begun);
        LOG.atInfo().addKeyValue("tokenFile", tokenFile).log("The tenant demo is set up");
    }

    private @Nullable String id(Outcome<?> outcome) {
        return outcome instanceof Outcome.Done<?>(dev.berth.api.Affected affected) ? affected.id() : null;
    }

    private String made(Command command) {
        Commands.Dispatched dispatched = commands.dispatch(command, context());
        String id = id(dispatched.outcome());
        if (id != null) {
            return id;
        }
        Outcome.Refused<?> refused = (Outcome.Refused<?>) dispatched.outcome();
        if (refused.problem().code() == dev.berth.api.ErrorCode.CONFLICT) {
            return refused.problem().details().values().stream()
                    .map(String::valueOf)
                    .findFirst()
                    .orElse("");
        }
        throw new IllegalStateException("The demo could not be set up: " + refused.problem());
    }

    private Context context() {
        Caller operator = new Caller(Caller.OPERATOR, null, Set.of(), false, Caller.OPERATOR, true);
        var now = clock.instant();
        return new Context(operator, "demo-set-up", now, Ids.Seed.of(now, ThreadLocalRandom.current()));
    }

    /** The token's file appears whole and last: it tells the next start that the demo is complete. */
    static void write(Path file, String content) {
        try {
            Path partial = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(partial);
            Files.createFile(
                    partial, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(partial, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.move(partial, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("The demo's token could not be kept", e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("The file that tells of the demo's set-up could not be removed", e);
        }
    }
}
