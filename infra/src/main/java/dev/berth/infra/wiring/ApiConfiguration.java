package dev.berth.infra.wiring;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.CreateToken;
import dev.berth.command.RequestDigest;
import dev.berth.command.iam.TokenCommands;
import dev.berth.command.refusal.RefusalCommands;
import dev.berth.infra.directory.Directories;
import dev.berth.infra.directory.DirectoryFollower;
import dev.berth.infra.directory.DirectorySource;
import dev.berth.infra.http.Authenticator;
import dev.berth.infra.http.Commands;
import dev.berth.infra.http.ForeignCalls;
import dev.berth.infra.http.History;
import dev.berth.infra.http.InstanceWaits;
import dev.berth.infra.http.Limits;
import dev.berth.infra.http.MethodRegistry;
import dev.berth.infra.http.OwnWrites;
import dev.berth.infra.http.ProblemException;
import dev.berth.infra.http.RequestHmac;
import dev.berth.infra.http.TokenIssuer;
import dev.berth.infra.http.methods.AllMethods;
import dev.berth.infra.iam.TokenHash;
import dev.berth.infra.postgres.Availability;
import dev.berth.infra.postgres.DataDirectory;
import dev.berth.infra.store.CommandDispatcher;
import dev.berth.infra.subscription.Webhooks;
import dev.berth.infra.userdata.UserDataKeys;
import dev.berth.query.Delivered;
import dev.berth.query.projection.BatchingInvoker;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** The HTTP methods over the parts that carry them out. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(ApiConfiguration.class);
    private static final int TOKEN_BYTES = 32;

    /** The time, in whole milliseconds, as events keep it. */
    @Bean
    InstantSource clock() {
        return () -> InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Bean
    RequestDigest requestDigest(DataDirectory directory) {
        return new RequestHmac(directory.deploymentKey());
    }

    @Bean
    UserDataKeys userDataKeys(JdbcClient jdbc, PlatformTransactionManager transactions, DataDirectory directory) {
        return new UserDataKeys(jdbc, transactions, directory.masterKey());
    }

    @Bean
    InstanceWaits instanceWaits(Limits limits) {
        return new InstanceWaits(limits.concurrentWaits());
    }

    /** The operator's token is the environment's, or else the one that the data directory keeps. */
    @Bean
    Authenticator authenticator(
            Environment environment,
            DataDirectory data,
            Directories directories,
            DirectoryFollower follower,
            Availability database,
            InstantSource clock) {
        String given = environment.getProperty("BERTH_OPERATOR_TOKEN", "");
        if (given.isBlank()) {
            LOG.atInfo().addKeyValue("file", data.operatorTokenFile()).log("The operator's token is kept in a file");
        }
        return new Authenticator(given.isBlank() ? data.operatorToken() : given, token -> {
            refuseIfBehind(follower, database);
            return directories.tokens().caller(token, clock.instant());
        });
    }

    @Bean
    Commands commands(
            CommandDispatcher dispatcher, DirectoryFollower follower, Availability database, DirectorySource streams) {
        Rehearsals rehearsals = new Rehearsals(streams);
        return new Commands() {
            @Override
            public Dispatched dispatch(Command command, Context context) {
                refuseIfBehind(follower, database);
                CommandDispatcher.Answer<Affected> answer = dispatcher.dispatchAndWait(command, context);
                return new Dispatched(answer.outcome(), answer.behind());
            }

            @Override
            public Rehearsed rehearse(Command command, Context context) {
                refuseIfBehind(follower, database);
                return rehearsals.of(dispatcher.rehearse(
                        command,
                        context,
                        command instanceof CreateToken ? Map.of(TokenCommands.TOKEN_HASH, "") : Map.of()));
            }

            @Override
            public Made make(Command command, Context context) {
                refuseIfBehind(follower, database);
                CommandDispatcher.Answer<Affected> answer = dispatcher.dispatchForTenant(command, context);
                return new Made(new Dispatched(answer.outcome(), answer.behind()), begun(answer));
            }
        };
    }

    /** The events of the stream of what was made, where its first one is among what was appended. */
    private static List<Delivered> begun(CommandDispatcher.Answer<Affected> answer) {
        if (!(answer.outcome() instanceof Outcome.Done<Affected>(Affected affected))) {
            return List.of();
        }
        List<Delivered> events = answer.appended().stream()
                .map(BatchingInvoker::delivered)
                .filter(event -> event.streamId().equals(affected.id()))
                .toList();
        return !events.isEmpty() && events.getFirst().meta().sequence() == 0 ? events : List.of();
    }

    /**
     * Policies and revocations are held in memory; what is too old there must not decide. While the database is known to
     * be down nobody needs to wait for a connection to hear that.
     */
    private static void refuseIfBehind(DirectoryFollower follower, Availability database) {
        if (!database.isUp()) {
            throw ProblemException.unavailable("The store can't be reached for the moment.");
        }
        if (follower.behind()) {
            throw ProblemException.unavailable("The server is not up to date with policies and tokens yet.");
        }
    }

    @Bean
    TokenIssuer tokenIssuer(CommandDispatcher dispatcher) {
        SecureRandom random = new SecureRandom();
        return (command, context) -> {
            byte[] secret = new byte[TOKEN_BYTES];
            random.nextBytes(secret);
            String token = "berth_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
            CommandDispatcher.Answer<Affected> answer =
                    dispatcher.dispatchAndWait(command, context, Map.of(TokenCommands.TOKEN_HASH, TokenHash.of(token)));
            boolean made = answer.outcome() instanceof Outcome.Done;
            return new TokenIssuer.Issued(
                    new Commands.Dispatched(answer.outcome(), answer.behind()), made ? token : null);
        };
    }

    @Bean
    OwnWrites sessionWrites(dev.berth.infra.store.OwnWrites ownWrites) {
        return (caller, tenantId) ->
                ownWrites.awaitSession(caller.session()) && ownWrites.awaitTenant(tenantId, caller.session());
    }

    @Bean
    MethodRegistry methodRegistry(
            Commands commands,
            DSLContext sql,
            DirectorySource streams,
            AccessDecider decider,
            OwnWrites ownWrites,
            TokenIssuer issuer,
            InstanceWaits waits,
            Webhooks webhooks,
            History history) {
        return AllMethods.registry(
                commands,
                new StoredReadModels(sql, streams, webhooks::progress),
                decider,
                ownWrites,
                issuer,
                waits,
                history);
    }

    @Bean
    ForeignCalls foreignCalls(CommandDispatcher dispatcher) {
        return (call, tenant, problem) -> {
            String own = Objects.requireNonNull(call.caller().tenantId());
            RefusalCommands.ForeignCall refused =
                    new RefusalCommands.ForeignCall(own, call.method().name(), tenant.path(), problem);
            dispatcher.dispatch(refused, call.context());
        };
    }
}
