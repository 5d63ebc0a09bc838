package dev.berth.infra.iam;

import com.cedarpolicy.BasicAuthorizationEngine;
import com.cedarpolicy.model.DetailedError;
import com.cedarpolicy.model.ValidationRequest;
import com.cedarpolicy.model.ValidationResponse;
import com.cedarpolicy.model.exception.AuthException;
import com.cedarpolicy.model.exception.InternalException;
import com.cedarpolicy.model.policy.Policy;
import com.cedarpolicy.model.policy.PolicySet;
import dev.berth.command.iam.PolicyChecker;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes a text for a policy if it is exactly one, no template, and valid by the schema in Cedar's strict mode: so that it
 * can't fail later on an attribute that isn't there.
 */
public final class CedarPolicyChecker implements PolicyChecker {
    private static final long DEEP_STACK_BYTES = 64L << 20;

    private final BasicAuthorizationEngine engine = new BasicAuthorizationEngine();

    @Override
    public Optional<String> problem(String policy) {
        Optional<String> complex = PolicyLimits.problem(policy);
        return complex.isPresent() ? complex : onDeepStack(() -> cedarProblem(policy));
    }

    private Optional<String> cedarProblem(String policy) {
        try {
            PolicySet parsed = PolicySet.parsePolicies(policy);
            if (parsed.getNumTemplates() > 0) {
                return Optional.of("A template is no policy: it has a slot (?principal or ?resource)");
            }
            if (parsed.getNumPolicies() != 1) {
                return Optional.of("Exactly one policy is expected, not " + parsed.getNumPolicies());
            }
            PolicySet one = new PolicySet(Set.of(new Policy(policy, "policy")));
            return problem(engine.validate(new ValidationRequest(BuiltIn.schema(), one)));
        } catch (InternalException e) {
            return Optional.of(words(e.getErrors().stream(), e));
        } catch (AuthException e) {
            return Optional.of(words(Stream.of(), e));
        }
    }

    /** The validator passes over what its stack is too small for, so it gets a stack of its own that is large. */
    private static Optional<String> onDeepStack(Supplier<Optional<String>> check) {
        FutureTask<Optional<String>> task = new FutureTask<>(check::get);
        Thread.ofPlatform().name("policy-check").stackSize(DEEP_STACK_BYTES).start(task);
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a policy was checked", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("A policy could not be checked", e.getCause());
        }
    }

    private static Optional<String> problem(ValidationResponse response) {
        Stream<DetailedError> failures = response.errors.stream().flatMap(Collection::stream);
        Stream<DetailedError> violations = response.success.stream()
                .flatMap(success -> success.validationErrors.stream())
                .map(ValidationResponse.ValidationError::getError);
        List<String> problems = Stream.concat(failures, violations)
                .map(error -> error.message.replace("for policy `policy`, ", "")
                        + error.help.map(help -> " (" + help + ")").orElse(""))
                .distinct()
                .sorted()
                .toList();
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
    }

    private static String words(Stream<String> errors, AuthException e) {
        String all = errors.collect(Collectors.joining("; "));
        return (all.isEmpty() ? String.valueOf(e.getMessage()) : all).replace("Internal JNI Error: ", "");
    }
}
