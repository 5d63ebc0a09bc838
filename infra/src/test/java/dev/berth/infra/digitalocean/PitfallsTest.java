package dev.berth.infra.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.provider.ProviderSettings;
import dev.berth.infra.provider.Until;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Progress;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.Phase;
import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Thing.SeenSnapshot;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish.MachineWish;
import dev.berth.sagas.provider.Wish.NetworkWish;
import dev.berth.sagas.provider.Wish.SnapshotWish;
import dev.berth.sagas.provider.Wish.VolumeWish;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What has caught other clients of this API. */
class PitfallsTest {

    private Simulation simulation;
    private Provider provider;
    private int next = 10;

    @BeforeEach
    void start(@TempDir Path directory) {
        simulation = new Simulation(directory);
        provider = simulation.provider();
    }

    @AfterEach
    void stop() {
        simulation.close();
    }

    private String marker(String prefix) {
        return prefix + "_01hzzzzzzzzzzzzzzzzzzzzz" + next++;
    }

    private SeenVolume volume(String name) {
        return Until.value(provider.volumes().create(wish(name, null, 10), name));
    }

    private VolumeWish wish(String name, @Nullable String snapshot, int size) {
        return new VolumeWish(
                marker("pvol"), name, Simulation.REGION, VolumeKind.BLOCK, size, null, null, null, snapshot);
    }

    private MachineWish wish(int gpus, String size) {
        return new MachineWish(
                marker("inst"), "web", Simulation.REGION, size, gpus, "debian-13-x64", null, List.of(), null);
    }

    private SeenMachine machine() {
        SeenMachine made = Until.value(provider.machines().create(wish(0, "s-1vcpu-1gb"), "web"));
        return Until.shows(
                () -> provider.machines().observe(made.ref()), it -> it.phase() == Phase.READY && !it.locked());
    }

    private void attach(SeenVolume volume, SeenMachine machine) {
        Until.free(() -> provider.volumes().attach(volume.ref(), machine.ref(), null));
        Until.shows(() -> provider.volumes().observe(volume.ref()), it -> it.machineId() != null);
    }

    private void fault(String method, String path, int status, String message) {
        simulation.fault("[{'method':'%s','path':'%s','effect':'status','status':%d,'message':'%s'}]"
                .formatted(method, path, status, message));
    }

    private static String reason(Answer<?> answer) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused<?>) answer).reason();
    }

    @Test
    void aPendingEventPasses() {
        SeenMachine machine = machine();
        SeenVolume first = volume("a");
        SeenVolume second = volume("b");
        simulation.latency("{'actionMs':600}");
        assertThat(provider.volumes().attach(first.ref(), machine.ref(), null)).isInstanceOf(Answer.Pending.class);
        long posts = simulation.count("POST", "/v2/volumes/");
        assertThat(provider.volumes().attach(second.ref(), machine.ref(), null)).isInstanceOf(Answer.Busy.class);
        assertThat(provider.machines().powerOff(machine.ref(), true)).isInstanceOf(Answer.Busy.class);
        assertThat(simulation.count("POST", "/v2/volumes/"))
                .as("it is not asked in vain")
                .isEqualTo(posts);
        // Another process does not know of it, and is told by the API.
        Provider other = simulation.adapter(Simulation.QUICK).open(simulation.account());
        Answer<ProviderRef> told = other.volumes().attach(second.ref(), machine.ref(), null);
        assertThat(told)
                .isInstanceOfSatisfying(
                        Answer.Busy.class, it -> assertThat(it.words()).contains("pending event"));
        attach(second, machine);
    }

    @Test
    void aSixteenthVolumeIsRefused() {
        SeenMachine machine = machine();
        SeenVolume volume = volume("a");
        fault("POST", "/v2/volumes/*", 422, "cannot attach more volumes to the Droplet");
        assertThat(reason(provider.volumes().attach(volume.ref(), machine.ref(), null)))
                .isEqualTo("limit");
        fault("POST", "/v2/volumes/*", 422, "cannot attach more than 7 volumes to a single Droplet");
        Answer<ProviderRef> old = provider.volumes().attach(volume.ref(), machine.ref(), null);
        assertThat(old).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void anAttachmentThatIsNotFoundIsBelievedOnlyWhenTheVolumeSaysSo() {
        SeenMachine machine = machine();
        SeenVolume volume = volume("a");
        attach(volume, machine);
        fault("POST", "/v2/volumes/*", 422, "Attachment not found");
        assertThat(provider.volumes().detach(volume.ref(), machine.ref())).isInstanceOf(Answer.Busy.class);
        assertThat(Until.free(() -> provider.volumes().detach(volume.ref(), machine.ref())))
                .isInstanceOf(Answer.Pending.class);
        Until.shows(() -> provider.volumes().observe(volume.ref()), it -> it.machineId() == null);
    }

    @Test
    void anActionThatDoesNotShowYetIsRunning() {
        SeenMachine machine = machine();
        SeenVolume volume = volume("a");
        simulation.latency("{'actionMs':40,'hiddenMs':400}");
        var begun = (Answer.Pending<ProviderRef>) provider.volumes().attach(volume.ref(), machine.ref(), null);
        String action = String.valueOf(begun.operation());
        assertThat(provider.volumes().progress(volume.ref(), action)).isEqualTo(new Answer.Done<>(Progress.RUNNING));
        Until.shows(() -> provider.volumes().progress(volume.ref(), action), it -> it == Progress.COMPLETED);
    }

    @ParameterizedTest
    @CsvSource({"actionErrored,FAILED,false", "actionIneffective,COMPLETED,false", "actionStuck,RUNNING,true"})
    void whatAnActionSaysIsAHintAndTheVolumeTheTruth(String effect, Progress says, boolean attached) {
        SeenMachine machine = machine();
        SeenVolume volume = volume("a");
        simulation.fault("[{'method':'POST','path':'/v2/volumes/*','effect':'%s'}]".formatted(effect));
        var begun = (Answer.Pending<ProviderRef>) provider.volumes().attach(volume.ref(), machine.ref(), null);
        String action = String.valueOf(begun.operation());
        if (attached) {
            Until.shows(() -> provider.volumes().observe(volume.ref()), it -> it.machineId() != null);
        }
        Until.shows(() -> provider.volumes().progress(volume.ref(), action), it -> it == says);
        assertThat(Until.value(provider.volumes().observe(volume.ref())).machineId() != null)
                .isEqualTo(attached);
        // Asked again, it ends as it should.
        Answer<ProviderRef> again = Until.free(() -> provider.volumes().attach(volume.ref(), machine.ref(), null));
        assertThat(again).isInstanceOf(attached ? Answer.Done.class : Answer.Pending.class);
        Until.shows(() -> provider.volumes().observe(volume.ref()), it -> it.machineId() != null);
    }

    @Test
    void aTakenNameIsLookedUp() {
        volume("data");
        assertThat(provider.volumes().create(wish("data", null, 10), "data"))
                .isInstanceOfSatisfying(Answer.Unknown.class, it -> {
                    assertThat(it.answered()).isTrue();
                    assertThat(it.words()).contains("already exists");
                });
    }

    @Test
    void aRestoredVolumeHasTheSnapshotsSizeAtFirst() {
        SeenVolume origin = volume("origin");
        SnapshotWish snapshot = new SnapshotWish(marker("psnap"), "daily", Simulation.REGION, origin.ref());
        SeenSnapshot taken = Until.value(provider.snapshots().create(snapshot, "daily"));
        SeenVolume restored = Until.value(
                provider.volumes().create(wish("restored", taken.ref().id(), 40), "restored"));
        assertThat(restored.sizeGiB()).isEqualTo(10);
        assertThat(provider.volumes().resize(restored.ref(), 40)).isInstanceOf(Answer.Pending.class);
        Until.shows(() -> provider.volumes().observe(restored.ref()), it -> it.sizeGiB() == 40);
    }

    @Test
    void aResizeSaysWhyItIsRefused() {
        SeenVolume volume = volume("a");
        fault("POST", "/v2/volumes/*", 422, "resize is temporarily disabled for this Droplet");
        assertThat(provider.volumes().resize(volume.ref(), 20))
                .isInstanceOfSatisfying(
                        Answer.Refused.class, it -> assertThat(it.words()).contains("temporarily disabled"));
        simulation.limits("{'volumeGiB':15}");
        assertThat(reason(provider.volumes().resize(volume.ref(), 20))).isEqualTo("quota");
        assertThat(reason(provider.volumes().create(wish("b", null, 20), "b"))).isEqualTo("quota");
        fault("POST", "/v2/volumes/*", 422, "Volume already has a pending event.");
        assertThat(provider.volumes().resize(volume.ref(), 20)).isInstanceOf(Answer.Busy.class);
    }

    @Test
    void aVolumeThatStillShowsAttachedIsNotDeletedYet() {
        SeenMachine machine = machine();
        SeenVolume volume = volume("a");
        attach(volume, machine);
        simulation.latency("{'actionMs':40,'vanishMs':300}");
        Until.free(() -> provider.machines().destroy(machine.ref(), Set.of()));
        Until.missing(() -> provider.machines().observe(machine.ref()));
        assertThat(provider.volumes().remove(volume.ref())).isInstanceOf(Answer.Busy.class);
        assertThat(Until.free(() -> provider.volumes().remove(volume.ref()))).isInstanceOf(Answer.Done.class);
    }

    @Test
    void aSecondSnapshotWithinTenMinutesWaitsAndHoldsUpNothingElse() {
        SeenVolume volume = volume("a");
        SnapshotWish first = new SnapshotWish(marker("psnap"), "one", Simulation.REGION, volume.ref());
        SnapshotWish second = new SnapshotWish(marker("psnap"), "two", Simulation.REGION, volume.ref());
        Until.value(provider.snapshots().create(first, "one"));
        assertThat(provider.snapshots().create(second, "two"))
                .isInstanceOfSatisfying(
                        Answer.Busy.class,
                        it -> assertThat(it.retryAfter()).isBetween(Duration.ofSeconds(500), Duration.ofSeconds(600)));
        assertThat(provider.volumes().observe(volume.ref()))
                .as("the account is not used up")
                .isInstanceOf(Answer.Done.class);
        assertThat(DigitalOceanSnapshots.interval("one request per 1h2m3s")).hasSeconds(3723);
        assertThat(DigitalOceanSnapshots.interval("one request per 90s")).hasSeconds(90);
        assertThat(DigitalOceanSnapshots.interval("something else")).hasSeconds(600);
    }

    @Test
    void aNewDropletMayBeMissingAndOneThatFailedIsGone() {
        simulation.latency("{'actionMs':40,'hiddenMs':300}");
        SeenMachine made = Until.value(provider.machines().create(wish(0, "s-1vcpu-1gb"), "web"));
        assertThat(provider.machines().observe(made.ref())).isInstanceOf(Answer.Missing.class);
        Until.shows(() -> provider.machines().observe(made.ref()), SeenMachine::running);
        simulation.latency("{'actionMs':40,'hiddenMs':0}");
        simulation.fault("[{'method':'POST','path':'/v2/droplets','effect':'actionErrored'}]");
        SeenMachine failing = Until.value(provider.machines().create(wish(0, "s-1vcpu-1gb"), "web"));
        Until.missing(() -> provider.machines().observe(failing.ref()));
    }

    @Test
    void aGpuDropletIsFoundAlthoughListingsHideIt() {
        MachineWish wish = wish(1, "gpu-h100x1-80gb");
        Found<SeenMachine> found = Until.value(provider.machines().find(wish, null));
        Answer<SeenMachine> made = provider.machines().create(wish, found.name());
        assertThat(made).isInstanceOf(Answer.Pending.class);
        assertThat(Until.value(provider.machines().find(wish, found.name())).things())
                .hasSize(1);
        assertThat(Until.value(provider.machines().list()).things()).hasSize(1);
    }

    private SeenVolume share(String name) {
        NetworkWish network = new NetworkWish(marker("net") + ":nyc3", "main", "nyc3", "10.60.0.0/24");
        String vpc = Until.value(provider.networks().create(network, "main-nyc3"))
                .ref()
                .id();
        VolumeWish wish =
                new VolumeWish(marker("pvol"), name, Simulation.REGION, VolumeKind.SHARED, 50, null, null, vpc, null);
        return Until.value(provider.volumes().create(wish, name));
    }

    @Test
    void aShareIsIncompleteWhileItIsMadeAndMayFail() {
        simulation.latency("{'actionMs':300}");
        SeenVolume making = share("media");
        assertThat(making.phase()).isEqualTo(Phase.MAKING);
        assertThat(making.mountSource()).isNull();
        assertThat(making.networkIds()).isEmpty();
        assertThat(provider.volumes().resize(making.ref(), 60)).isInstanceOf(Answer.Busy.class);
        Until.shows(() -> provider.volumes().observe(making.ref()), it -> it.phase() == Phase.READY);

        String vpc = Until.value(provider.volumes().observe(making.ref()))
                .networkIds()
                .iterator()
                .next();
        simulation.fault("[{'method':'POST','path':'/v2/nfs','effect':'actionErrored'}]");
        VolumeWish failing =
                new VolumeWish(marker("pvol"), "bad", Simulation.REGION, VolumeKind.SHARED, 50, null, null, vpc, null);
        SeenVolume failed = Until.value(provider.volumes().create(failing, "bad"));
        Until.shows(() -> provider.volumes().observe(failed.ref()), it -> it.phase() == Phase.FAILED);
        VolumeWish small = new VolumeWish(
                marker("pvol"), "small", Simulation.REGION, VolumeKind.SHARED, 10, null, null, vpc, null);
        assertThat(reason(provider.volumes().create(small, "small"))).isEqualTo("size");
    }

    @Test
    void aSecondNetworkMountsAShareAndWhatIsInTheWayPasses() {
        SeenVolume share = share("media");
        Until.shows(() -> provider.volumes().observe(share.ref()), it -> it.phase() == Phase.READY);
        NetworkWish second = new NetworkWish(marker("net") + ":nyc3", "other", "nyc3", "10.61.0.0/24");
        String vpc = Until.value(provider.networks().create(second, "other-nyc3"))
                .ref()
                .id();
        ProviderRef machine = ProviderRef.of("1", Simulation.REGION);
        fault("POST", "/v2/nfs/*", 409, "another operation is in progress");
        assertThat(provider.volumes().attach(share.ref(), machine, vpc)).isInstanceOf(Answer.Busy.class);
        fault("POST", "/v2/nfs/*", 400, "timeout while attaching");
        assertThat(provider.volumes().attach(share.ref(), machine, vpc)).isInstanceOf(Answer.Busy.class);
        assertThat(provider.volumes().attach(share.ref(), machine, vpc)).isInstanceOf(Answer.Pending.class);
        Until.shows(
                () -> provider.volumes().observe(share.ref()),
                it -> it.networkIds().contains(vpc));
        assertThat(provider.volumes().attach(share.ref(), machine, vpc)).isInstanceOf(Answer.Done.class);
    }

    @Test
    void whatCanNotBeReachedOrMayNotBeCalledWasNotSent() {
        simulation.stopProvider();
        assertThat(provider.volumes().create(wish("data", null, 10), "data")).isInstanceOf(Answer.Busy.class);
        Provider inside = simulation
                .adapter(Simulation.QUICK)
                .open(new dev.berth.sagas.provider.AccountRef(
                        "acct_9", DigitalOcean.NAME, "env:DO", "http://169.254.169.254"));
        assertThat(reason(inside.volumes().create(wish("data", null, 10), "data")))
                .isEqualTo("endpoint");
    }

    @Test
    void aCreateThatSaysTryAgainPasses() {
        fault("POST", "/v2/droplets", 422, "Something went wrong, please try again");
        assertThat(provider.machines().create(wish(0, "s-1vcpu-1gb"), "web")).isInstanceOf(Answer.Busy.class);
        fault("POST", "/v2/droplets", 422, "creating this/these droplet(s) will exceed your droplet limit");
        assertThat(reason(provider.machines().create(wish(0, "s-1vcpu-1gb"), "web")))
                .isEqualTo("limit");
    }

    @Test
    void aNetworkWithMembersPassesAndADefaultOneDoesNot() {
        NetworkWish first = new NetworkWish(marker("net") + ":nyc3", "first", "nyc3", "10.70.0.0/24");
        NetworkWish second = new NetworkWish(marker("net") + ":nyc3", "second", "nyc3", "10.71.0.0/24");
        var one = Until.value(provider.networks().create(first, "first-nyc3"));
        var two = Until.value(provider.networks().create(second, "second-nyc3"));
        assertThat(reason(provider.networks().remove(one.ref()))).isEqualTo("defaultNetwork");
        fault("DELETE", "/v2/vpcs/*", 403, "Can not delete VPC with members");
        assertThat(provider.networks().remove(two.ref())).isInstanceOf(Answer.Busy.class);
        fault("DELETE", "/v2/vpcs/*", 409, "Can not delete VPC with members");
        assertThat(provider.networks().remove(two.ref())).isInstanceOf(Answer.Busy.class);
        assertThat(provider.networks().remove(two.ref())).isInstanceOf(Answer.Done.class);
        NetworkWish overlapping = new NetworkWish(marker("net") + ":nyc3", "third", "nyc3", "10.70.0.0/24");
        assertThat(reason(provider.networks().create(overlapping, "third-nyc3")))
                .isEqualTo("cidr");
    }

    @Test
    void aListingThatFailsHalfWayIsNoListing() {
        for (int i = 0; i < 205; i++) {
            simulation.ok(
                    "POST",
                    "/v2/volumes",
                    "{'name':'v%d','size_gigabytes':1,'region':'nyc3','tags':['berth-deployment:thisone']}"
                            .formatted(i));
        }
        assertThat(Until.value(provider.volumes().list(VolumeKind.BLOCK)).things())
                .hasSize(205);
        simulation.fault("[{'method':'GET','path':'/v2/volumes','effect':'delay','delayMs':1},"
                + "{'method':'GET','path':'/v2/volumes','effect':'status','status':500}]");
        assertThat(provider.volumes().list(VolumeKind.BLOCK)).isInstanceOf(Answer.Busy.class);
    }

    @Test
    void manyWhoLookShareListings() throws Exception {
        List<SeenVolume> volumes = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            volumes.add(volume("v" + i));
        }
        int before = simulation.asked().size();
        try (ExecutorService many = Executors.newFixedThreadPool(30)) {
            List<Future<Answer<SeenVolume>>> looks = new ArrayList<>();
            volumes.forEach(it -> looks.add(many.submit(() -> provider.volumes().observe(it.ref()))));
            for (var look : looks) {
                assertThat(look.get()).isInstanceOf(Answer.Done.class);
            }
        }
        assertThat(simulation.asked().size() - before).isLessThan(12);
        simulation.ok("DELETE", "/v2/volumes/" + volumes.getFirst().ref().id(), "");
        assertThat(provider.volumes().observe(volumes.getFirst().ref())).isInstanceOf(Answer.Missing.class);
    }

    @Test
    void accountsWithOneSecretShareOneBudget() {
        ProviderSettings few = new ProviderSettings(
                Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ZERO, 10, 1000);
        DigitalOcean adapter = simulation.adapter(few);
        simulation.environment().put("SAME", Simulation.TOKEN);
        simulation.environment().put("OTHER", "dop_v1_other");
        Provider one = adapter.open(simulation.account());
        String endpoint = simulation.account().endpoint();
        Provider same = adapter.open(
                new dev.berth.sagas.provider.AccountRef("acct_2", DigitalOcean.NAME, "env:SAME", endpoint));
        Provider other = adapter.open(
                new dev.berth.sagas.provider.AccountRef("acct_3", DigitalOcean.NAME, "env:OTHER", endpoint));
        for (int i = 0; i < 10; i++) {
            assertThat((i % 2 == 0 ? one : same).volumes().create(wish("v" + i, null, 1), "v" + i))
                    .isInstanceOf(Answer.Done.class);
        }
        Answer<SeenVolume> refused = same.volumes().create(wish("v", null, 1), "v");
        assertThat(refused)
                .isInstanceOfSatisfying(
                        Answer.Busy.class, it -> assertThat(it.retryAfter()).isNotNull());
        assertThat(other.volumes().create(wish("v", null, 1), "v")).isInstanceOf(Answer.Done.class);
        assertThat(simulation.count("POST", "/v2/volumes")).isEqualTo(11);
    }

    @Test
    void aLimitOfTheAccountIsHonouredByAllOfIt() {
        simulation.fault("[{'method':'GET','path':'/v2/*','effect':'rateLimit'}]");
        ProviderRef any = ProviderRef.of("506f78a4-e098-11e5-ad9f-000f53306ae1", Simulation.REGION);
        assertThat(provider.volumes().observe(any))
                .isInstanceOfSatisfying(
                        Answer.Busy.class, it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(1)));
        assertThat(Until.free(() -> provider.volumes().observe(any))).isInstanceOf(Answer.Missing.class);
    }

    @ParameterizedTest
    @CsvSource({
        "400,Refused",
        "401,Refused",
        "403,Refused",
        "408,Unknown",
        "412,Refused",
        "422,Refused",
        "429,Busy",
        "500,Unknown",
        "502,Unknown",
        "503,Unknown",
        "504,Unknown"
    })
    void statusesMeanWhatTheyMean(int status, String answer) {
        fault("POST", "/v2/volumes", status, "so it is");
        Answer<SeenVolume> made = provider.volumes().create(wish("data", null, 10), "data");
        assertThat(made.getClass().getSimpleName()).isEqualTo(answer);
        assertThat(made.toString()).contains("so it is");
        fault("GET", "/v2/volumes*", status, "so it is");
        Answer<?> looked = provider.volumes().list(VolumeKind.BLOCK);
        assertThat(looked).isInstanceOfAny(Answer.Busy.class, Answer.Refused.class);
    }

    @Test
    void aSecretIsNeededAndNeverTold() {
        simulation.environment().clear();
        assertThat(provider.machines().list()).isInstanceOfSatisfying(Answer.Refused.class, it -> {
            assertThat(it.reason()).isEqualTo("secret");
            assertThat(it.words()).contains("env:DO");
        });
        simulation.environment().put("DO", "not_a_token_of_theirs");
        Answer<?> unknown = provider.machines().list();
        assertThat(reason(unknown)).isEqualTo("credential");
        assertThat(unknown.toString()).doesNotContain("not_a_token_of_theirs");
        simulation.environment().put("DO", Simulation.TOKEN);
        fault("GET", "/v2/droplets*", 400, "who is " + Simulation.TOKEN);
        assertThat(provider.machines().list().toString()).contains("who is [secret]");
    }

    @Test
    void aCallEndsByItsDeadlineAndItsOutcomeIsUnknown() {
        ProviderSettings hasty = new ProviderSettings(
                Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(300), Duration.ZERO, 1000, 1000);
        Provider hurried = simulation.adapter(hasty).open(simulation.account());
        hurried.volumes().find(wish("data", null, 10), null);
        simulation.fault("[{'method':'POST','path':'/v2/volumes','effect':'delay','delayMs':3000}]");
        long before = System.nanoTime();
        assertThat(hurried.volumes().create(wish("data", null, 10), "data"))
                .isInstanceOfSatisfying(
                        Answer.Unknown.class, it -> assertThat(it.answered()).isFalse());
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(2500));
    }

    @Test
    void creatingAndAttachingAVolumeTakesFewRequests() {
        SeenMachine machine = machine();
        VolumeWish wish = wish("data", null, 10);
        int before = simulation.asked().size();
        String name = Until.value(provider.volumes().find(wish, null)).name();
        SeenVolume made = Until.value(provider.volumes().create(wish, name));
        provider.volumes().attach(made.ref(), machine.ref(), null);
        int asked = simulation.asked().stream()
                .filter(it -> it.path().startsWith("/v2"))
                .toList()
                .size();
        Until.shows(() -> provider.volumes().observe(made.ref()), it -> it.machineId() != null);
        assertThat(asked - before).as("besides the last looks").isLessThanOrEqualTo(3);
    }
}
