package dev.berth.infra.http.methods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Command;
import dev.berth.api.Outcome;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.MethodRegistry;
import dev.berth.infra.http.input.InputReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AllMethodsTest {
    /** Only what is declared is looked at: nothing is called. */
    private final MethodRegistry methods = AllMethods.registry(null, null, null, null, null, null, null);

    @Test
    void everyMethodOfTheContractIsServed() {
        assertThat(methods.all().stream().map(ApiMethod::name))
                .containsExactlyInAnyOrder("""
                    pools.create pools.update pools.offer pools.withdraw pools.list pools.get pools.archive
                    flavors.create flavors.list flavors.archive
                    nodes.register nodes.update nodes.list nodes.get nodes.cordon nodes.uncordon nodes.drain
                    nodes.remove addressRanges.create addressRanges.list addressRanges.delete
                    images.register images.sign images.publish images.list images.get images.archive
                    signers.add signers.list signers.remove
                    projects.create projects.list projects.get projects.archive
                    quotas.list quotas.get quotas.set tenants.list tenants.suspend tenants.resume
                    iam.tokens.create iam.tokens.list iam.tokens.revoke
                    iam.policies.put iam.policies.list iam.policies.delete iam.decisions.test
                    iam.confirmations.list iam.confirmations.approve
                    instances.create instances.list instances.get instances.start instances.stop
                    instances.resize instances.delete events.list
                    projections.list projections.rebuild projections.verify
                    projections.deadLetters.list projections.deadLetters.retry
                    sagas.parked.list sagas.parked.retry usage.query
                    audit.history audit.at audit.export audit.verify
                    iam.decisions.replay inventory.report inventory.get inventory.list
                    accounts.create accounts.list accounts.get accounts.archive
                    networks.create networks.list networks.get networks.delete
                    providerVolumes.create providerVolumes.list providerVolumes.get providerVolumes.attach
                    providerVolumes.detach providerVolumes.resize providerVolumes.snapshot providerVolumes.delete
                    providerSnapshots.list providerSnapshots.get providerSnapshots.delete providerSnapshots.restore
                    subscriptions.create subscriptions.list subscriptions.get subscriptions.replay
                    subscriptions.delete
                    """.trim().split("\\s+"));
    }

    @Test
    void everyExampleIsAValidInput() {
        assertThat(methods.all())
                .allSatisfy(method -> assertThat(InputReader.read(
                                method.input(), method.example().getBytes(StandardCharsets.UTF_8)))
                        .as(method.name())
                        .isInstanceOf(Outcome.Done.class));
    }

    @Test
    void mutationsAreCommandsAndReadsAreQueries() {
        assertThat(methods.all())
                .allSatisfy(method -> assertThat(method.input())
                        .as(method.name())
                        .isAssignableTo(method.kind() == ApiMethod.Kind.MUTATION ? Command.class : Query.class));
    }

    @Test
    void everyMethodSaysWhatItDecidesAndDoes() {
        assertThat(methods.all()).allSatisfy(method -> {
            assertThat(method.action()).as(method.name()).matches(Patterns.ACTION);
            assertThat(method.resource()).as(method.name()).matches(Patterns.RESOURCE_TYPE);
            assertThat(method.summary()).as(method.name()).endsWith(".");
        });
    }

    @Test
    void aDotInAGroupIsASlashInThePath() {
        assertThat(methods.at("/api/compute/iam/tokens/create").orElseThrow().name())
                .isEqualTo("iam.tokens.create");
    }
}
