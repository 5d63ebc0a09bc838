package dev.berth.infra.wiring;

import dev.berth.infra.demo.Demo;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Prints the one line that says where the server is, once it can serve. */
@Component
final class ReadyAnnouncer {
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Readiness readiness;
    private final Demo demo;
    private final ApplicationContext context;
    private final PrintStream out;

    ReadyAnnouncer(Readiness readiness, Demo demo, ApplicationContext context) {
        this.readiness = readiness;
        this.demo = demo;
        this.context = context;
        this.out = System.out;
    }

    @EventListener
    void started(ApplicationReadyEvent started) {
        while (!readiness.caughtUp()) {
            LockSupport.parkNanos(LOOK.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
        demo.setUp();
        AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
        if (context instanceof WebServerApplicationContext web && web.getWebServer() != null) {
            String address = context.getEnvironment().getProperty("server.address", "127.0.0.1");
            String scheme = context.getEnvironment().containsProperty("server.ssl.key-store")
                            || context.getEnvironment().containsProperty("server.ssl.bundle")
                    ? "https"
                    : "http";
            out.println("Berth is ready on " + scheme + "://" + address + ":"
                    + web.getWebServer().getPort());
        }
    }
}
