package dev.berth.infra.host;

import com.sun.net.httpserver.HttpExchange;
import dev.berth.infra.host.Exchanges.Refused;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.StaleFence;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The driver's door to the simulated hosts: {@code GET /_hosts/{nodeId}}, {@code GET …/machines[/{instanceId}]} and
 * {@code POST …/machines/{instanceId}/{operation}}. What each means is told by the port; faults come in between.
 *
 * <p>Answers 200 with a {@link MachineJson} (or a list of them, or nothing after a destroy), 404 where find finds
 * nothing, 409 for a stale fence, 422 for a refusal, 400 for what can't be read and 500 for what failed.
 */
final class HostRequests extends HostPaths {

    static final String PATH = "/_hosts/";

    private final SimulatedHosts hosts;
    private final Executor executor;

    HostRequests(SimulatedHosts hosts, Executor executor) {
        super(PATH);
        this.hosts = hosts;
        this.executor = executor;
    }

    @Override
    void dispatch(HttpExchange exchange, String[] parts) throws IOException {
        String nodeId = parts[0];
        if (parts.length > 1 && !parts[1].equals("machines")) {
            throw Exchanges.notFound(
                    "There is nothing at " + exchange.getRequestURI().getPath());
        }
        boolean get = exchange.getRequestMethod().equals("GET");
        boolean post = exchange.getRequestMethod().equals("POST");
        if (get && parts.length == 1) {
            answer(exchange, nodeId, HostOperation.PING, () -> {
                hosts.host(nodeId);
                return CompletableFuture.completedFuture(Map.of());
            });
        } else if (get && parts.length == 2) {
            answer(
                    exchange,
                    nodeId,
                    HostOperation.LIST,
                    () -> hosts.host(nodeId).list().thenApply(MachinesJson::of));
        } else if (get && parts.length == 3) {
            String instanceId = parts[2];
            answer(
                    exchange,
                    nodeId,
                    HostOperation.FIND,
                    () -> hosts.host(nodeId)
                            .find(instanceId)
                            .thenApply(found -> MachineJson.of(found.orElseThrow(() -> new Refused(
                                    404,
                                    HostRefused.NO_MACHINE,
                                    "Host " + nodeId + " has no machine " + instanceId)))));
        } else if (post && parts.length == 4) {
            change(exchange, nodeId, parts[2], parts[3]);
        } else {
            throw nothingThere(exchange);
        }
    }

    private void change(HttpExchange exchange, String nodeId, String instanceId, String word) throws IOException {
        HostOperation operation = HostOperation.of(word)
                .filter(HostOperation::changes)
                .orElseThrow(() -> Exchanges.notFound("A host has no operation " + word));
        HostCall call = body(
                exchange,
                body -> Exchanges.JSON.readValue(body, HostCallJson.class).call(operation, instanceId));
        answer(
                exchange,
                nodeId,
                operation,
                () -> hosts.host(nodeId)
                        .carryOut(call)
                        .thenApply(
                                machine -> machine.<Object>map(MachineJson::of).orElseGet(Map::of)));
    }

    /** Does what is asked, with what the host's faults make of it, and answers when that has ended. */
    private void answer(
            HttpExchange exchange,
            String nodeId,
            HostOperation operation,
            Supplier<? extends CompletableFuture<? extends Object>> work) {
        HostFaults faults = hosts.faults(nodeId);
        Optional<Fault> fault = faults.take(operation);
        if (fault.isEmpty()) {
            finish(exchange, work.get(), false);
            return;
        }
        switch (fault.get().effect()) {
            case FAIL -> finish(exchange, CompletableFuture.failedFuture(new HostFailed("Told to fail", null)), false);
            case REFUSE ->
                finish(exchange, CompletableFuture.failedFuture(new HostRefused("told", "Told to refuse")), false);
            case HANG -> faults.hang(() -> executor.execute(() -> later(exchange, work)));
            case LATE ->
                CompletableFuture.delayedExecutor(fault.get().delayMillis(), TimeUnit.MILLISECONDS, executor)
                        .execute(() -> later(exchange, work));
            case DROP_ANSWER -> finish(exchange, work.get(), true);
        }
    }

    private void later(HttpExchange exchange, Supplier<? extends CompletableFuture<? extends Object>> work) {
        CompletableFuture<? extends Object> begun;
        try {
            begun = work.get();
        } catch (RuntimeException e) {
            begun = CompletableFuture.failedFuture(e);
        }
        finish(exchange, begun, false);
    }

    private void finish(HttpExchange exchange, CompletableFuture<? extends Object> work, boolean drop) {
        work.whenCompleteAsync(
                (value, failure) -> {
                    if (drop) {
                        exchange.close();
                    } else if (failure == null) {
                        Exchanges.answer(exchange, 200, value);
                    } else {
                        fail(
                                exchange,
                                failure instanceof CompletionException e && e.getCause() != null
                                        ? e.getCause()
                                        : failure);
                    }
                },
                executor);
    }

    private static void fail(HttpExchange exchange, Throwable failure) {
        if (failure instanceof Refused refused) {
            Exchanges.answer(exchange, refused);
        } else if (failure instanceof HostException refusal) {
            String message = String.valueOf(refusal.getMessage());
            switch (refusal) {
                case StaleFence stale ->
                    Exchanges.answer(
                            exchange, 409, Map.of("reason", "staleFence", "error", message, "seen", stale.seen()));
                case HostRefused refused ->
                    Exchanges.answer(exchange, 422, Map.of("reason", refused.reason(), "error", message));
                default -> Exchanges.answer(exchange, 500, Map.of("reason", "failed", "error", message));
            }
        } else {
            Exchanges.answerUnexpected(exchange, failure);
        }
    }

    /** All machines of a host; the count shows that none was lost on the way. */
    record MachinesJson(int count, List<MachineJson> items) {
        static MachinesJson of(List<Machine> machines) {
            return new MachinesJson(
                    machines.size(), machines.stream().map(MachineJson::of).toList());
        }
    }
}
