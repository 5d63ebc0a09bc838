package dev.berth.infra.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.provider.ProviderContract;
import dev.berth.infra.simulator.OpenApiDocument;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.Wish.MachineWish;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The contract over the stand-in; all that it was asked is checked against the provider's own document. */
class DigitalOceanContractTest extends ProviderContract {

    private static final List<Simulation.Asked> ASKED = new ArrayList<>();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Simulation simulation;
    private Provider provider;

    @BeforeEach
    void start(@TempDir Path directory) {
        simulation = new Simulation(directory);
        provider = simulation.provider();
    }

    @AfterEach
    void stop() {
        simulation.asked().stream().filter(it -> it.path().startsWith("/v2")).forEach(ASKED::add);
        simulation.close();
    }

    @Override
    protected Provider provider() {
        return provider;
    }

    @Override
    protected String region() {
        return Simulation.REGION;
    }

    @Override
    protected MachineWish machine(String marker, @Nullable String networkId) {
        return new MachineWish(
                marker,
                "web",
                region(),
                "s-1vcpu-1gb",
                0,
                "debian-13-x64",
                networkId,
                List.of("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFVsdGltYXRlbHkgbm90IGEga2V5IGF0IGFsbA ann"),
                "#!/bin/sh\necho hello\n");
    }

    @AfterAll
    static void whatWasAskedIsWhatTheDocumentAllows() {
        Optional<OpenApiDocument> document = OpenApiDocument.find();
        Assumptions.assumeTrue(document.isPresent(), "There is no copy of the provider's document here");
        List<String> wrong = new ArrayList<>();
        for (Simulation.Asked it : List.copyOf(ASKED)) {
            Optional<String> operation = document.get().operation(it.method(), it.path());
            if (operation.isEmpty()) {
                wrong.add(it.line() + " is no operation");
            } else {
                wrong.addAll(document.get()
                        .checkRequest(
                                operation.get(),
                                it.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(it.body())));
            }
        }
        ASKED.clear();
        assertThat(wrong).isEmpty();
    }
}
