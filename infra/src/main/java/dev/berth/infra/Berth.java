package dev.berth.infra;

import dev.berth.infra.iam.CedarAccessDecider;
import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.postgres.BackupCommand;
import dev.berth.infra.postgres.EarlyStart;
import dev.berth.infra.store.Migrations;
import dev.berth.infra.wiring.Application;
import dev.berth.infra.wiring.NewGeneration;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Starts the control plane. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Application.class)
public class Berth {

    public static void main(String[] args) {
        // Axon would report its use to its makers at each start, and advertise in the log.
        System.setProperty("axoniq.update-checker.disabled", "true");
        System.setProperty("disable-axoniq-console-message", "true");
        OutboundHttp.allowHostHeader();
        if (BackupCommand.isMeant(args)) {
            System.exit(new BackupCommand(System.out, System.err, Migrations.all(), NewGeneration::take)
                    .run(Clock.systemUTC(), args));
        }
        CedarAccessDecider.loadAhead();
        SpringApplication application = new SpringApplication(Berth.class);
        application.addInitializers(new EarlyStart());
        application.run(args);
    }
}
