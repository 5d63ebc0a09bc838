package dev.berth.infra.host;

import dev.berth.infra.host.HostRequests.MachinesJson;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.HostUnreachable;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.OutcomeUnknown;
import dev.berth.sagas.node.Shape;
import dev.berth.sagas.node.StaleFence;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Drives simulated hosts over HTTP.
 *
 * <p>Owns: its connections to the daemon.<br>
 * Does not own: the daemon, retries. A node's endpoint is not used: all simulated hosts are behind the one address that
 * the deployment gives, so that no tenant can point the control plane somewhere else.<br>
 * Invariants: a changing call is sent at most once.<br>
 * On failure: as the port says; a connection that was never made means that nothing has changed, one that broke leaves
 * a changing call's outcome unknown.
 */
public final class SimulatedHostDriver implements HostDriver, AutoCloseable {

    /** The name under which nodes ask for this driver. */
    public static final String NAME = "simulated";

    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final Supplier<URI> daemon;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .executor(executor)
            .build();

    /** @param daemon where the daemon answers, without a path; asked at every call, since it may start with the first */
    public SimulatedHostDriver(Supplier<URI> daemon) {
        this.daemon = daemon;
    }

    @Override
    public void ping(HostRef host, Duration deadline) {
        HttpResponse<byte[]> answer = send(host, "", null, deadline);
        if (answer.statusCode() != 200) {
            throw failure(host, answer);
        }
    }

    @Override
    public Optional<Machine> find(HostRef host, String instanceId, Duration deadline) {
        HttpResponse<byte[]> answer = send(host, "/machines/" + id(instanceId), null, deadline);
        if (answer.statusCode() == 404
                && HostRefused.NO_MACHINE.equals(error(answer).reason())) {
            return Optional.empty();
        }
        return Optional.of(read(host, answer, MachineJson.class, false).machine());
    }

    @Override
    public List<Machine> list(HostRef host, Duration deadline) {
        MachinesJson listing = read(host, send(host, "/machines", null, deadline), MachinesJson.class, false);
        if (listing.count() != listing.items().size()) {
            throw new HostFailed("Host %s gave only a part of its machines".formatted(host.nodeId()), null);
        }
        return listing.items().stream().map(MachineJson::machine).toList();
    }

    @Override
    public Machine provision(HostRef host, MachineSpec spec, long fence, Duration deadline) {
        return change(host, spec.instanceId(), HostOperation.PROVISION, HostCallJson.of(spec, fence), deadline);
    }

    @Override
    public Machine start(HostRef host, String instanceId, long fence, Duration deadline) {
        return change(host, instanceId, HostOperation.START, HostCallJson.of(fence), deadline);
    }

    @Override
    public Machine stop(HostRef host, String instanceId, long fence, Duration deadline) {
        return change(host, instanceId, HostOperation.STOP, HostCallJson.of(fence), deadline);
    }

    @Override
    public Machine resize(HostRef host, String instanceId, Shape shape, long fence, Duration deadline) {
        return change(host, instanceId, HostOperation.RESIZE, HostCallJson.of(shape, fence), deadline);
    }

    @Override
    public void destroy(HostRef host, String instanceId, long fence, Duration deadline) {
        HttpResponse<byte[]> answer =
                send(host, path(instanceId, HostOperation.DESTROY), HostCallJson.of(fence), deadline);
        if (answer.statusCode() != 200) {
            throw failure(host, answer);
        }
    }

    private Machine change(
            HostRef host, String instanceId, HostOperation operation, HostCallJson call, Duration deadline) {
        return read(host, send(host, path(instanceId, operation), call, deadline), MachineJson.class, true)
                .machine();
    }

    private static String path(String instanceId, HostOperation operation) {
        return "/machines/" + id(instanceId) + "/" + operation.word();
    }

    private static String id(String text) {
        if (!SimulatedHosts.isId(text)) {
            throw new HostRefused("id", "A simulated host knows no id like '" + text + "'");
        }
        return text;
    }

    /** Sends the call, which changes something if it has a body, and waits for the whole answer. */
    private HttpResponse<byte[]> send(HostRef host, String path, @Nullable HostCallJson call, Duration deadline) {
        boolean changes = call != null;
        HttpRequest.Builder request;
        try {
            request = HttpRequest.newBuilder(daemon.get().resolve(HostRequests.PATH + id(host.nodeId()) + path));
        } catch (HostException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new HostUnreachable("The simulated hosts can't be started: " + e.getMessage(), e);
        }
        if (changes) {
            request.header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(Exchanges.JSON.writeValueAsBytes(call)));
        }
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw lost(changes, "Host %s did not answer within %s".formatted(host.nodeId(), deadline), e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw lost(changes, "Interrupted while waiting for host %s".formatted(host.nodeId()), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
                throw new HostUnreachable("Host %s can't be reached".formatted(host.nodeId()), cause);
            }
            if (cause instanceof IOException) {
                throw lost(changes, "The connection to host %s was lost".formatted(host.nodeId()), cause);
            }
            throw new IllegalStateException("The call to host %s could not be made".formatted(host.nodeId()), cause);
        }
    }

    private static HostException lost(boolean changes, String message, @Nullable Throwable cause) {
        return changes ? new OutcomeUnknown(message, cause) : new HostUnreachable(message, cause);
    }

    private static <T> T read(HostRef host, HttpResponse<byte[]> answer, Class<T> type, boolean changes) {
        if (answer.statusCode() != 200) {
            throw failure(host, answer);
        }
        try {
            return Exchanges.JSON.readValue(answer.body(), type);
        } catch (JacksonException e) {
            throw lost(changes, "Host %s answered what can't be read".formatted(host.nodeId()), e);
        }
    }

    private static HostException failure(HostRef host, HttpResponse<byte[]> answer) {
        ErrorJson error = error(answer);
        String message = "Host %s: %s".formatted(host.nodeId(), error.error());
        return switch (answer.statusCode()) {
            case 409 -> new StaleFence(message, error.seen());
            case 400, 404, 413, 422 -> new HostRefused(error.reason(), message);
            default -> new HostFailed(message, null);
        };
    }

    private static ErrorJson error(HttpResponse<byte[]> answer) {
        JsonNode json;
        try {
            json = Exchanges.JSON.readTree(answer.body());
        } catch (JacksonException e) {
            // Whatever answered is no simulated host; its status has to do.
            json = MissingNode.getInstance();
        }
        return new ErrorJson(
                json.path("reason").asString("unknown"),
                json.path("error").asString("answered with status " + answer.statusCode()),
                json.path("seen").asLong(-1));
    }

    /** Closes its connections; what is under way has an unknown outcome. */
    @Override
    public void close() {
        client.shutdownNow();
        executor.shutdownNow();
    }

    /** What an answer that is no success holds. */
    private record ErrorJson(String reason, String error, long seen) {}
}
