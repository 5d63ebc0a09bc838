package dev.berth.infra.host;

import com.sun.net.httpserver.HttpExchange;
import dev.berth.infra.host.Exchanges.Refused;
import dev.berth.infra.host.SimulatedMachine.Done;
import dev.berth.sagas.node.Machine;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * The door for whoever tests: what is on a host, what was carried out there, faults, and what happens behind the
 * control plane's back. Paths under {@code /_simulator/hosts/{nodeId}/}: {@code faults} (GET, POST, DELETE),
 * {@code machines} (GET), {@code machines/{instanceId}} (DELETE), {@code machines/{instanceId}/power-off} (POST),
 * {@code carried-out} (GET).
 */
final class SimulatorRequests extends HostPaths {

    static final String PATH = "/_simulator/hosts/";

    private final SimulatedHosts hosts;
    private final Executor executor;

    SimulatorRequests(SimulatedHosts hosts, Executor executor) {
        super(PATH);
        this.hosts = hosts;
        this.executor = executor;
    }

    @Override
    void dispatch(HttpExchange exchange, String[] parts) throws IOException {
        String nodeId = parts[0];
        String what = exchange.getRequestMethod()
                + (parts.length > 1 ? " " + parts[1] : "")
                + (parts.length > 2 ? " {}" : "")
                + (parts.length > 3 ? " " + String.join("/", List.of(parts).subList(3, parts.length)) : "");
        switch (what) {
            case "GET faults" -> showFaults(exchange, nodeId);
            case "POST faults" -> addFaults(exchange, nodeId);
            case "DELETE faults" -> {
                hosts.faults(nodeId).clear();
                Exchanges.answerNothing(exchange);
            }
            case "GET machines" -> showMachines(exchange, nodeId);
            case "DELETE machines {}" -> {
                String instanceId = parts[2];
                onExisting(
                        exchange,
                        nodeId,
                        instanceId,
                        host -> host.vanish(instanceId),
                        (answer, done) -> Exchanges.answerNothing(answer));
            }
            case "POST machines {} power-off" -> {
                String instanceId = parts[2];
                onExisting(
                        exchange,
                        nodeId,
                        instanceId,
                        host -> host.powerOff(instanceId),
                        (answer, done) -> Exchanges.answer(answer, 200, new Shown(instanceId, "stopped")));
            }
            case "GET carried-out" -> showCarriedOut(exchange, nodeId);
            default -> throw nothingThere(exchange);
        }
    }

    private void addFaults(HttpExchange exchange, String nodeId) throws IOException {
        hosts.faults(nodeId).add(body(exchange, Fault::read));
        showFaults(exchange, nodeId);
    }

    private void showFaults(HttpExchange exchange, String nodeId) {
        HostFaults faults = hosts.faults(nodeId);
        Exchanges.answer(
                exchange,
                200,
                Map.of(
                        "items",
                        faults.list().stream()
                                .map(fault -> Map.of(
                                        "op", fault.operation().word(),
                                        "times", fault.times(),
                                        "effect", fault.effect().word(),
                                        "delayMs", fault.delayMillis()))
                                .toList(),
                        "hanging",
                        faults.hanging()));
    }

    private void showMachines(HttpExchange exchange, String nodeId) {
        CompletableFuture<List<Machine>> machines = hosts.existing(nodeId)
                .map(SimulatedHost::list)
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()));
        whenDone(
                exchange,
                machines,
                (answer, list) -> Exchanges.answer(
                        answer,
                        200,
                        Map.of("items", list.stream().map(Shown::of).toList())));
    }

    private void showCarriedOut(HttpExchange exchange, String nodeId) {
        List<SimulatedMachine> all =
                hosts.existing(nodeId).map(SimulatedHost::everything).orElseGet(List::of);
        Done total = new Done(0, 0, 0, 0, 0);
        for (SimulatedMachine machine : all) {
            total = total.plus(machine.done());
        }
        Exchanges.answer(
                exchange,
                200,
                Map.of(
                        "total",
                        total,
                        "items",
                        all.stream().map(m -> new CarriedOut(m.id(), m.done())).toList()));
    }

    private void onExisting(
            HttpExchange exchange,
            String nodeId,
            String instanceId,
            java.util.function.Function<SimulatedHost, CompletableFuture<Boolean>> change,
            BiConsumer<HttpExchange, Boolean> answer) {
        Refused missing = Exchanges.notFound("Host " + nodeId + " has no machine " + instanceId);
        Optional<SimulatedHost> host = hosts.existing(nodeId);
        if (host.isEmpty()) {
            throw missing;
        }
        whenDone(exchange, change.apply(host.get()), (to, done) -> {
            if (done) {
                answer.accept(to, true);
            } else {
                Exchanges.answer(to, missing);
            }
        });
    }

    private <T> void whenDone(HttpExchange exchange, CompletableFuture<T> work, BiConsumer<HttpExchange, T> answer) {
        work.whenCompleteAsync(
                (value, failure) -> {
                    if (failure == null) {
                        answer.accept(exchange, value);
                    } else {
                        Exchanges.answerUnexpected(exchange, failure);
                    }
                },
                executor);
    }

    /** A machine as API clients of the simulator see it. */
    record Shown(String instanceId, String state) {
        static Shown of(Machine machine) {
            return new Shown(machine.instanceId(), machine.state().name().toLowerCase(Locale.ROOT));
        }
    }

    /** How often each operation changed something for one instance. */
    record CarriedOut(String instanceId, int provision, int start, int stop, int resize, int destroy) {
        CarriedOut(String instanceId, Done done) {
            this(instanceId, done.provision(), done.start(), done.stop(), done.resize(), done.destroy());
        }
    }
}
