package dev.berth.infra.postgres;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Prints the one sentence of a {@link StartupRefused}, or of a port that is taken, instead of a stack trace; every other
 * failure is left to Spring Boot. It is registered in {@code META-INF/spring.factories}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class StartupRefusedReporter implements SpringBootExceptionReporter {

    /** Called by Spring Boot, with null when there is no context yet. */
    public StartupRefusedReporter(@Nullable ConfigurableApplicationContext context) {
        // The sentence needs nothing from the context; Spring Boot requires this constructor.
    }

    @Override
    public boolean reportException(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof StartupRefused) {
                System.err.println(t.getMessage());
                return true;
            }
            if (t instanceof PortInUseException taken) {
                System.err.println("Port " + taken.getPort() + " is in use by another process; stop that one or set"
                        + " another --server.port.");
                return true;
            }
        }
        return false;
    }
}
