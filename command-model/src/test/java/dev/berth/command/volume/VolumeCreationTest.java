package dev.berth.command.volume;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.id;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.INSTANCE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.POOL;
import static dev.berth.command.Provided.THERE;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.delegate;
import static dev.berth.command.Scenario.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.DecisionRecord;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkDeleting;
import dev.berth.api.network.SubnetSpec;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.CreateVolume;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.account.ProviderRules.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a volume may be made of, rule by rule. */
class VolumeCreationTest {
    private static final List<DomainEvent> EVERYTHING = Provided.everything();

    /** A wish that is granted, to be changed in one thing. */
    private static final class Wish {
        String tenantId = ACME;
        String poolId = POOL;
        String name = "data";
        String region = HERE;
        int sizeGiB = 100;
        VolumeKind kind = VolumeKind.BLOCK;
        String key = "k";
        boolean deleteWithInstance;

        @Nullable
        String projectId;

        @Nullable
        String networkId;

        @Nullable
        Filesystem filesystem;

        @Nullable
        String instanceId;

        CreateVolume command() {
            return new CreateVolume(
                    tenantId,
                    projectId,
                    poolId,
                    name,
                    null,
                    region,
                    sizeGiB,
                    kind,
                    networkId,
                    filesystem,
                    deleteWithInstance,
                    instanceId,
                    key);
        }
    }

    private interface Change {
        void on(Wish wish);
    }

    private static CreateVolume wish(Change change) {
        Wish wish = new Wish();
        change.on(wish);
        return wish.command();
    }

    private static CreateVolume shared(Change change) {
        return wish(wish -> {
            wish.kind = VolumeKind.SHARED;
            wish.networkId = NETWORK;
            change.on(wish);
        });
    }

    private static Scenario.Answer ask(CreateVolume command) {
        return given(EVERYTHING).when(command).as(admin(command.tenantId()));
    }

    @Test
    void aVolumeIsChargedAndNamedTogether() {
        Scenario.Answer answer = ask(wish(it -> it.filesystem = Filesystem.XFS));
        answer.thenHappened("providerVolume.created", "name.claimed", "name.claimed", "quota.charged");
        assertThat(answer.happened().getFirst()).isInstanceOfSatisfying(VolumeCreated.class, it -> {
            assertThat(it.accountId()).isEqualTo(ACCOUNT);
            assertThat(it.providerName()).isEqualTo("data");
            assertThat(it.filesystem()).isEqualTo(Filesystem.XFS);
            assertThat(it.createdBy()).isEqualTo("ann");
        });
        assertThat(answer.decision()).isInstanceOfSatisfying(DecisionRecord.class, it -> {
            assertThat(it.action()).isEqualTo("compute:volumes:manage");
            assertThat(it.resourceType()).isEqualTo("compute-provider-volume");
            assertThat(it.attributes())
                    .containsEntry("kind", "block")
                    .containsEntry("sizeGiB", 100L)
                    .containsEntry("region", HERE)
                    .containsEntry("state", "pending");
        });
    }

    @Test
    void aSharedVolumeTakesItsNetworksSubnetAndTheNetworkKnows() {
        Scenario.Answer answer = ask(shared(it -> it.region = THERE));
        answer.thenHappened("providerVolume.created", "network.used", "name.claimed", "name.claimed", "quota.charged");
        assertThat(answer.happened().getFirst())
                .isInstanceOfSatisfying(
                        VolumeCreated.class,
                        it -> assertThat(it.networkProviderId()).isEqualTo("vpc-there"));
    }

    @Test
    void whatBelongsToOneKindAloneIsRefusedForTheOther() {
        ask(wish(it -> it.networkId = NETWORK)).refusedFields("networkId");
        ask(wish(it -> it.kind = VolumeKind.SHARED)).refusedFields("networkId");
        ask(shared(it -> {
                    it.filesystem = Filesystem.EXT4;
                    it.deleteWithInstance = true;
                }))
                .refusedFields("filesystem", "deleteWithInstance");
    }

    @Test
    void theRegionIsOneOfTheAccounts() {
        ask(wish(it -> it.region = "nyc1")).refusedFields("region");
    }

    @Test
    void thePoolIsTheTenantsOrOfferedAndHasAnAccount() {
        ask(wish(it -> it.poolId = id("pool", 9)))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-pool/" + id("pool", 9)));
        ask(wish(it -> it.tenantId = OTHER)).refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-pool/" + POOL));
        given(all(EVERYTHING, List.of(new PoolArchived(POOL, ACME))))
                .when(wish(it -> {}))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND);
        given(all(EVERYTHING, List.of(new AccountArchived(ACCOUNT, ACME))))
                .when(wish(it -> {}))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"));
        String without = id("pool", 7);
        given(all(
                        EVERYTHING,
                        List.of(new PoolCreated(
                                without, ACME, "ann", "without", PoolKind.PROVIDER, null, null, null, "hmac"))))
                .when(wish(it -> it.poolId = without))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "active"));
        given(all(EVERYTHING, Given.pool(Given.POOL, ACME)))
                .when(wish(it -> it.poolId = Given.POOL))
                .as(admin(ACME))
                .refused(ErrorCode.UNSUPPORTED, Map.of("reason", "volumes"));
    }

    @Test
    void aGuestOfThePoolIsChargedItself() {
        Scenario.Answer answer = given(all(EVERYTHING, Given.offered(POOL, ACME, GUEST, new Quotas(0, 0, 0, 150))))
                .when(wish(it -> it.tenantId = GUEST))
                .as(admin(GUEST));
        answer.thenHappened("providerVolume.created", "name.claimed", "name.claimed", "quota.charged");
        answer.scenario()
                .when(wish(it -> {
                    it.tenantId = GUEST;
                    it.name = "more";
                    it.key = "k2";
                }))
                .as(admin(GUEST))
                .refused(
                        ErrorCode.QUOTA_EXCEEDED,
                        Map.of("resource", "diskGiB", "max", 150L, "used", 100L, "requested", 100L));
    }

    @Test
    void withoutAQuotaRowNothingIsAdmitted() {
        given(all(EVERYTHING, List.of(new dev.berth.api.pool.PoolEvent.PoolOffered(POOL, ACME, GUEST))))
                .when(wish(it -> it.tenantId = GUEST))
                .as(admin(GUEST))
                .refused(
                        ErrorCode.QUOTA_EXCEEDED,
                        Map.of("resource", "diskGiB", "max", 0L, "used", 0L, "requested", 100L));
    }

    @Test
    void aProviderMayLackVolumesOrSharedOnes() {
        given(EVERYTHING)
                .whereTheProviderLacks(Feature.SHARED_VOLUMES)
                .when(shared(it -> {}))
                .as(admin(ACME))
                .refused(ErrorCode.UNSUPPORTED, Map.of("reason", "sharedVolumes"));
        given(EVERYTHING)
                .whereTheProviderLacks(Feature.VOLUMES)
                .when(wish(it -> {}))
                .as(admin(ACME))
                .refused(ErrorCode.UNSUPPORTED, Map.of("reason", "volumes"));
    }

    @Test
    void whatTheProviderWouldRefuseIsRefusedBeforeQuotaIsBooked() {
        given(all(EVERYTHING, List.of(Given.quota(ACME, POOL, Quotas.NONE))))
                .when(shared(it -> it.sizeGiB = 49))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_INPUT, Map.of("reason", "size"));
        ask(wish(it -> it.name = "forbidden")).refused(ErrorCode.INVALID_INPUT, Map.of("reason", "name"));
    }

    @Test
    void theProjectIsTheTenants() {
        String project = id("prj", 1);
        ask(wish(it -> it.projectId = project))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-project/" + project));
        given(all(EVERYTHING, Given.project(project, ACME, "web")))
                .when(wish(it -> it.projectId = project))
                .as(admin(ACME))
                .thenHappened("providerVolume.created", "name.claimed", "name.claimed", "quota.charged");
    }

    @Test
    void theNetworkIsTheTenantsOfTheAccountAndReadyInTheRegion() {
        String unknown = id("net", 9);
        ask(shared(it -> it.networkId = unknown))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-network/" + unknown));
        String elsewhere = id("net", 2);
        String second = id("acct", 2);
        given(all(
                        EVERYTHING,
                        Provided.account(second, ACME, "second"),
                        Provided.network(elsewhere, second, ACME, "elsewhere")))
                .when(shared(it -> it.networkId = elsewhere))
                .as(admin(ACME))
                .refusedFields("networkId");
        given(all(EVERYTHING, List.of(new NetworkDeleting(NETWORK, ACME, "ann"))))
                .when(shared(it -> {}))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "deleting"));
        String half = id("net", 3);
        List<DomainEvent> aHalf = all(
                EVERYTHING,
                List.of(new NetworkCreated(
                        half, ACME, "ann", ACCOUNT, "half", List.of(new SubnetSpec(HERE, "10.9.0.0/20")), "h")));
        given(aHalf)
                .when(shared(it -> {
                    it.networkId = half;
                    it.region = THERE;
                }))
                .as(admin(ACME))
                .refusedFields("networkId");
        given(aHalf)
                .when(shared(it -> it.networkId = half))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "pending"));
    }

    @Test
    void anInstanceIsAttachedToOnceBothExist() {
        ask(wish(it -> it.instanceId = INSTANCE))
                .thenHappened(
                        "providerVolume.created",
                        "providerVolume.attaching",
                        "instance.volumeLinked",
                        "name.claimed",
                        "name.claimed",
                        "quota.charged");
    }

    @Test
    void theInstanceIsTheTenantsAndOfTheSamePlace() {
        String unknown = id("inst", 9);
        ask(wish(it -> it.instanceId = unknown))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:instances:update", "resource", "compute-instance/" + unknown));
        ask(wish(it -> {
                    it.instanceId = INSTANCE;
                    it.region = THERE;
                }))
                .refusedFields("instanceId");
        String bare = id("inst", 3);
        given(all(EVERYTHING, Provided.running(bare, HERE, null)))
                .when(shared(it -> it.instanceId = bare))
                .as(admin(ACME))
                .refusedFields("instanceId");
        given(all(EVERYTHING, List.of(new InstanceDeleting(INSTANCE, ACME, "ann"))))
                .when(wish(it -> it.instanceId = INSTANCE))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "deleting", "desiredState", "deleted"));
    }

    @Test
    void theInstanceIsDecidedOnToo() {
        List<String> asked = new ArrayList<>();
        given(EVERYTHING)
                .decidedBy(request -> {
                    asked.add(request.action());
                    boolean onInstance = request.action().startsWith("compute:instances");
                    return new AccessDecision(
                            onInstance ? AccessDecision.Outcome.DENY : AccessDecision.Outcome.ALLOW,
                            List.of("p"),
                            "1",
                            "as the test says");
                })
                .when(wish(it -> it.instanceId = INSTANCE))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:instances:update", "resource", "compute-instance/" + INSTANCE));
        assertThat(asked).containsExactly("compute:volumes:manage", "compute:instances:update");
    }

    @Test
    void oneApprovalIsGoodForBothDecisions() {
        Scenario scenario = given(EVERYTHING).wherePoliciesSay(AccessDecision.Outcome.CONFIRM);
        CreateVolume command = wish(it -> it.instanceId = INSTANCE);
        Object confirmation =
                scenario.when(command).as(delegate(ACME)).problem().details().get("confirmationId");
        scenario.when(command).as(delegate(ACME)).refused(ErrorCode.CONFIRMATION_REQUIRED);
        scenario.wherePoliciesSay(AccessDecision.Outcome.ALLOW)
                .when(new dev.berth.api.iam.ApproveConfirmation(ACME, String.valueOf(confirmation)))
                .as(admin(ACME));
        scenario.wherePoliciesSay(AccessDecision.Outcome.CONFIRM)
                .when(command)
                .as(delegate(ACME))
                .thenHappened(
                        "providerVolume.created",
                        "providerVolume.attaching",
                        "instance.volumeLinked",
                        "name.claimed",
                        "name.claimed",
                        "quota.charged",
                        "iam.confirmation.used");
    }

    @Test
    void aNameIsUniqueInItsTenantAndAmongAllAtTheProvider() {
        Scenario scenario = given(all(EVERYTHING, Given.offered(POOL, ACME, GUEST, new Quotas(0, 0, 0, 500))));
        scenario.when(wish(it -> {})).as(admin(ACME));
        scenario.when(wish(it -> it.key = "k2"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.CONFLICT,
                        Map.of("volumeId", VolumeCreationTest.first(scenario).volumeId()));
        Scenario.Answer guests = scenario.when(wish(it -> it.tenantId = GUEST)).as(admin(GUEST));
        VolumeCreated created = (VolumeCreated) guests.happened().getFirst();
        assertThat(created.name()).isEqualTo("data");
        assertThat(created.providerName())
                .isEqualTo("data-" + created.volumeId().substring(5, 13));
    }

    private static VolumeCreated first(Scenario scenario) {
        return scenario.events().stream()
                .filter(VolumeCreated.class::isInstance)
                .map(VolumeCreated.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
