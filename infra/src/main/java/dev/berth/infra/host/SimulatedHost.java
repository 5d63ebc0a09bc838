package dev.berth.infra.host;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.berth.infra.host.SimulatedMachine.Body;
import dev.berth.infra.journal.Journal;
import dev.berth.infra.journal.JournalWriter;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.StaleFence;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/**
 * One host that exists in memory and in its journal only.
 *
 * <p>Owns: what is known of every instance id that it was ever asked about.<br>
 * Does not own: faults, HTTP, which hosts there are.<br>
 * Invariants: changes are decided and put in the journal's order under one lock; nothing is answered before all that
 * the answer rests on is on disk; no thread waits while a machine boots. What hangs on the futures it gives may run on
 * the journal's thread, and must not block.<br>
 * On failure to store: the host is broken, fails every call and has to be read again from its journal.
 */
final class SimulatedHost {

    private final String nodeId;
    static final String FILE = "machines.jsonl";
    private static final String HEADER = "{\"format\":\"simulated-host\",\"revision\":1}";
    private static final int FEW_LINES = 4096;
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final Journal journal;
    private final long bootMillis;
    private final InstantSource clock;
    private final Executor executor;
    private final Map<String, SimulatedMachine> known = new LinkedHashMap<>();
    private CompletableFuture<Void> lastWrite = CompletableFuture.completedFuture(null);

    private SimulatedHost(
            String nodeId,
            Path directory,
            JournalWriter writer,
            long bootMillis,
            InstantSource clock,
            Executor executor) {
        this.nodeId = nodeId;
        this.journal = new Journal(directory.resolve(FILE), HEADER, FEW_LINES, writer);
        this.bootMillis = bootMillis;
        this.clock = clock;
        this.executor = executor;
    }

    /** Reads the host from its directory, which need not exist yet. */
    static SimulatedHost read(
            String nodeId,
            Path directory,
            JournalWriter writer,
            long bootMillis,
            InstantSource clock,
            Executor executor)
            throws IOException {
        SimulatedHost host = new SimulatedHost(nodeId, directory, writer, bootMillis, clock, executor);
        host.journal.read(line -> {
            SimulatedMachine machine = JSON.readValue(line, SimulatedMachine.class);
            host.known.put(machine.id(), machine);
        });
        // A clock that ran ahead before, or a longer boot, must not keep a machine from running now.
        long latest = clock.millis() + bootMillis;
        host.known.replaceAll((id, machine) -> {
            Body body = machine.body();
            return body == null || body.upAt() <= latest ? machine : machine.behindOurBack(body.switchedOn(latest));
        });
        return host;
    }

    String nodeId() {
        return nodeId;
    }

    Journal journal() {
        return journal;
    }

    boolean broken() {
        return journal.broken();
    }

    /**
     * Carries the call out, unless the rules refuse it.
     *
     * @return the machine once it is as the call wants it, empty after a destroy; fails with a host exception, or with
     *     the reason why it could not be stored
     */
    CompletableFuture<Optional<Machine>> carryOut(HostCall call) {
        HostRules.Effect effect;
        CompletableFuture<Void> durable;
        synchronized (this) {
            SimulatedMachine before =
                    known.getOrDefault(call.instanceId(), SimulatedMachine.unknown(call.instanceId()));
            effect = HostRules.decide(before, call, clock.millis(), bootMillis);
            durable = effect.after() == before ? lastWrite : keep(effect.after());
        }
        HostException refusal = effect.refusal();
        if (refusal != null) {
            return durable.thenCompose(done -> CompletableFuture.failedFuture(refusal));
        }
        Body body = effect.after().body();
        if (body == null || !body.on()) {
            return durable.thenApply(done ->
                    Optional.ofNullable(body).map(b -> SimulatedMachine.view(call.instanceId(), b, clock.millis())));
        }
        return durable.thenCompose(done -> booted(call, body.upAt()));
    }

    private CompletableFuture<Optional<Machine>> booted(HostCall call, long upAt) {
        long left = upAt - clock.millis();
        if (left <= 0) {
            return CompletableFuture.completedFuture(Optional.of(afterBoot(call)));
        }
        return CompletableFuture.supplyAsync(
                        () -> null, CompletableFuture.delayedExecutor(left, TimeUnit.MILLISECONDS, executor))
                .thenCompose(waited -> booted(call, upAt));
    }

    private Machine afterBoot(HostCall call) {
        SimulatedMachine now = known(call.instanceId());
        Body body = now.body();
        if (body != null) {
            return SimulatedMachine.view(call.instanceId(), body, clock.millis());
        }
        if (now.fence() > call.fence()) {
            throw new StaleFence(
                    "While %s was booting, a call with fence %d came".formatted(call.instanceId(), now.fence()),
                    now.fence());
        }
        throw new HostFailed("Machine %s vanished while it was booting".formatted(call.instanceId()), null);
    }

    private synchronized SimulatedMachine known(String instanceId) {
        return known.getOrDefault(instanceId, SimulatedMachine.unknown(instanceId));
    }

    private CompletableFuture<Void> keep(SimulatedMachine machine) {
        known.put(machine.id(), machine);
        lastWrite = journal.append(JSON.writeValueAsBytes(machine));
        journal.shorten(
                () -> known.values().stream().map(JSON::writeValueAsBytes).toList());
        return lastWrite;
    }

    /** The machine with this marker, once all that shows it is on disk. */
    CompletableFuture<Optional<Machine>> find(String instanceId) {
        SimulatedMachine machine;
        CompletableFuture<Void> durable;
        synchronized (this) {
            machine = known(instanceId);
            durable = lastWrite;
        }
        Optional<Machine> view = Optional.ofNullable(machine.body())
                .map(body -> SimulatedMachine.view(instanceId, body, clock.millis()));
        return durable.thenApply(done -> view);
    }

    /** All machines, once all that shows them is on disk. */
    CompletableFuture<List<Machine>> list() {
        List<Machine> machines = new ArrayList<>();
        CompletableFuture<Void> durable;
        synchronized (this) {
            long now = clock.millis();
            for (SimulatedMachine machine : known.values()) {
                Body body = machine.body();
                if (body != null) {
                    machines.add(SimulatedMachine.view(machine.id(), body, now));
                }
            }
            durable = lastWrite;
        }
        return durable.thenApply(done -> machines);
    }

    /** Everything that is known, tombstones included. */
    synchronized List<SimulatedMachine> everything() {
        return List.copyOf(known.values());
    }

    /** Makes a machine vanish; false when there is none. */
    CompletableFuture<Boolean> vanish(String instanceId) {
        return behindOurBack(instanceId, body -> Optional.empty());
    }

    /** Stops a machine; false when there is none. */
    CompletableFuture<Boolean> powerOff(String instanceId) {
        return behindOurBack(instanceId, body -> Optional.of(body.switchedOff()));
    }

    private synchronized CompletableFuture<Boolean> behindOurBack(
            String instanceId, Function<Body, Optional<Body>> change) {
        SimulatedMachine machine = known(instanceId);
        Body body = machine.body();
        return body == null
                ? lastWrite.thenApply(done -> false)
                : keep(machine.behindOurBack(change.apply(body).orElse(null))).thenApply(done -> true);
    }
}
