package dev.berth.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.query.Samples;
import dev.berth.query.ViewJson;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PublishedEventsTest {
    /** Components that must never be seen outside. */
    private static final List<String> SECRET = List.of(
            "requestHmac",
            "tokenHash",
            "quotaId",
            "flavorId",
            "claimId",
            "streamKey",
            "nonce",
            "ciphertext",
            "sshKeys",
            "endpoint",
            "secretRef",
            "providerName",
            "imageUrl",
            "url");

    @Test
    void whetherAnEventIsPublishedIsDecidedForEach() {
        Set<String> published = new TreeSet<>();
        for (Class<?> type : EventTypes.all()) {
            PublishedEvents.of(Samples.event(type)).forEach(event -> published.add(event.type()));
        }
        assertThat(published)
                .containsExactly(
                        "account.archived",
                        "account.created",
                        "account.failing",
                        "account.recovered",
                        "flavor.archived",
                        "flavor.created",
                        "iam.confirmation.approved",
                        "iam.confirmation.requested",
                        "iam.confirmation.used",
                        "iam.policy.deleted",
                        "iam.policy.put",
                        "iam.token.created",
                        "iam.token.revoked",
                        "image.archived",
                        "image.published",
                        "image.registered",
                        "image.signed",
                        "instance.created",
                        "instance.deleted",
                        "instance.deleting",
                        "instance.error",
                        "instance.lost",
                        "instance.resized",
                        "instance.running",
                        "instance.scheduled",
                        "instance.starting",
                        "instance.stopped",
                        "instance.stopping",
                        "instance.unschedulable",
                        "network.created",
                        "network.deleted",
                        "network.deleting",
                        "network.error",
                        "network.ready",
                        "node.cordoned",
                        "node.draining",
                        "node.lost",
                        "node.ready",
                        "node.registered",
                        "node.removed",
                        "node.uncordoned",
                        "node.unreachable",
                        "node.updated",
                        "pool.archived",
                        "pool.created",
                        "pool.offered",
                        "pool.updated",
                        "pool.withdrawn",
                        "project.archived",
                        "project.created",
                        "providerSnapshot.created",
                        "providerSnapshot.deleted",
                        "providerSnapshot.deleting",
                        "providerSnapshot.error",
                        "providerSnapshot.ready",
                        "providerSnapshot.restored",
                        "providerVolume.attached",
                        "providerVolume.created",
                        "providerVolume.deleted",
                        "providerVolume.deleting",
                        "providerVolume.detached",
                        "providerVolume.error",
                        "providerVolume.ready",
                        "providerVolume.resized",
                        "quota.changed",
                        "subscription.created",
                        "subscription.deleted",
                        "subscription.paused",
                        "subscription.replayed");
    }

    @Test
    void nothingSecretIsPublished() {
        for (Class<?> type : EventTypes.all()) {
            for (Published event : PublishedEvents.of(Samples.event(type))) {
                String all = event.subject() + ViewJson.write(event.data()).data();
                assertThat(SECRET)
                        .as(event.type())
                        .noneMatch(component -> all.contains("text of " + component))
                        .noneMatch(component -> event.data().containsKey(component));
                assertThat(event.data()).as(event.type()).doesNotContainKey("userData");
            }
        }
    }

    @Test
    void aFailureThatIsTriedAgainIsNotPublished() {
        assertThat(PublishedEvents.of(Samples.event(InstanceStepFailed.class))).isEmpty();
        assertThat(PublishedEvents.of(Samples.event(NodeAllocated.class))).isEmpty();
    }

    @Test
    void anOfferIsToldToBoth() {
        DomainEvent offered = new PoolOffered("pool_1", "acme", "guest");
        assertThat(PublishedEvents.of(offered)).extracting(Published::tenantId).containsExactly("acme", "guest");
    }
}
