package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tokens, user data and the deployment's keys are in no answer, log line or metric. */
class SecretsTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final Map<String, String> secrets = new LinkedHashMap<>();
    private final List<String> answers = new ArrayList<>();

    /** Keeps all that is logged, with its fields and its exceptions. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {
        private final Queue<String> all = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            all.add(event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage() + " "
                    + event.getKeyValuePairs() + " " + event.getMDCPropertyMap() + " "
                    + ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    }

    @Test
    void noSecretIsToldOrLogged() throws Exception {
        Lines lines = new Lines();
        LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
        lines.setContext(logging);
        lines.start();
        Logger root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Logger ours = logging.getLogger("dev.berth");
        Level before = ours.getLevel();
        root.addAppender(lines);
        ours.setLevel(Level.TRACE);
        try {
            useSecrets();
        } finally {
            root.detachAppender(lines);
            ours.setLevel(before);
        }
        assertThat(lines.all).as("something was logged").isNotEmpty();
        String metrics = metrics();
        assertThat(metrics).contains("# HELP");
        secrets.forEach((what, secret) -> {
            assertThat(lines.all).as("%s in the logs", what).noneMatch(line -> line.contains(secret));
            assertThat(answers).as("%s in an answer", what).noneMatch(answer -> answer.contains(secret));
            assertThat(metrics.contains(secret)).as("%s in the metrics", what).isFalse();
        });
    }

    private void useSecrets() throws IOException {
        for (String file : List.of("operator-token", "deployment.key", "master.key")) {
            secrets.put(file, Files.readString(server.dataDir().resolve(file)).strip());
        }
        secrets.put("token", ann.token());
        String userData = "#cloud-config " + UUID.randomUUID();
        secrets.put("user data", userData);
        HostedPool pool = HostedPool.roomy(ann);
        String id = keep(pool.create("userData", userData)).ok().get("id").asString();
        ann.awaitState(id, "running");
        keep(pool.create("userData", userData, "flavor", "none")).refused("NOT_FOUND");
        keep(pool.create("userData", userData, "flavor", "NONE", "more", userData))
                .refused("INVALID_INPUT");
        keep(ann.raw("instances.create", "{\"userData\":\"" + userData)).refused("INVALID_INPUT");
        keep(ann.raw("instances.create", "{\"userData\":[\"" + userData + "\"]}"))
                .refused("INVALID_INPUT");
        keep(ann.call("instances.get", "instanceId", id));
        keep(ann.call("instances.list"));
        keep(ann.call("events.list", "limit", 500));
        keep(ann.call("iam.tokens.list"));
        String other = ann.call("iam.tokens.create", "principal", "bob", "roles", List.of("reader"))
                .ok()
                .get("token")
                .asString();
        secrets.put("new token", other);
        Api bob = new Api(server.base(), other, ann.tenantId());
        keep(bob.call("pools.list"));
        keep(bob.call("projects.create", "name", "x")).refused("ACCESS_DENIED");
        keep(new Api(server.base(), other + "x", ann.tenantId()).call("pools.list"))
                .refused("UNAUTHENTICATED");
        keep(server.operator(ann.tenantId()).call("iam.tokens.list", "includeRevoked", true));
        keep(ann.call("instances.delete", "instanceId", id));
        ann.awaitState(id, "deleted");
    }

    private Api.Answer keep(Api.Answer answer) {
        answers.add(answer.raw().headers().map() + answer.raw().body());
        return answer;
    }

    private String metrics() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.base().resolve("/actuator/prometheus"))
                .header("Authorization", "Bearer " + ann.token())
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
