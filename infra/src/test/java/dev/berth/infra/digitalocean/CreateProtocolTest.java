package dev.berth.infra.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.infra.digitalocean.Killable.Moment;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.infra.provider.IntentDatabase;
import dev.berth.infra.provider.Making;
import dev.berth.infra.provider.Surplus;
import dev.berth.infra.provider.Unmaking;
import dev.berth.infra.provider.Until;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Makes;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish;
import dev.berth.sagas.provider.Wish.MachineWish;
import dev.berth.sagas.provider.Wish.NetworkWish;
import dev.berth.sagas.provider.Wish.SnapshotWish;
import dev.berth.sagas.provider.Wish.VolumeWish;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Nothing is made twice, and nothing is orphaned, whatever is lost on the way. */
class CreateProtocolTest {

    private static final String ACCOUNT = "acct_1";

    private final JdbcTemplate jdbc = IntentDatabase.empty();
    private Simulation simulation;
    private Provider provider;
    private CreateProtocol protocol;
    private int next = 10;

    @BeforeEach
    void start(@TempDir Path directory) {
        simulation = new Simulation(directory);
        provider = simulation.provider();
        protocol = protocol();
    }

    /** As another process has it. */
    private CreateProtocol protocol() {
        return new CreateProtocol(jdbc, Simulation.QUICK, InstantSource.system());
    }

    @AfterEach
    void stop() {
        simulation.close();
    }

    private String marker(String prefix) {
        return prefix + "_01hzzzzzzzzzzzzzzzzzzzzz" + next++;
    }

    private VolumeWish volume(String name) {
        return new VolumeWish(marker("pvol"), name, Simulation.REGION, VolumeKind.BLOCK, 10, null, null, null, null);
    }

    private MachineWish machine() {
        return new MachineWish(
                marker("inst"), "web", Simulation.REGION, "s-1vcpu-1gb", 0, "debian-13-x64", null, List.of(), null);
    }

    /** The kinds of things, each with a wish that can be fulfilled and where the provider has it. */
    enum Kind {
        VOLUME("/v2/volumes", "/volumes"),
        SHARE("/v2/nfs", "/shares"),
        MACHINE("/v2/droplets", "/droplets"),
        SNAPSHOT("/v2/volumes/*", "/snapshots"),
        NETWORK("/v2/vpcs", "/vpcs");

        final String path;
        final String list;

        Kind(String path, String list) {
            this.path = path;
            this.list = list;
        }
    }

    /** A wish with its port. */
    private record Case<W extends Wish, T extends Thing>(Makes<W, T> port, W wish) {}

    private Case<?, ?> of(Kind kind) {
        return switch (kind) {
            case VOLUME -> new Case<>(provider.volumes(), volume("data"));
            case MACHINE -> new Case<>(provider.machines(), machine());
            case SNAPSHOT -> {
                VolumeWish volume = volume("origin");
                SeenVolume made = made(provider.volumes(), volume);
                yield new Case<>(
                        provider.snapshots(),
                        new SnapshotWish(marker("psnap"), "daily", Simulation.REGION, made.ref()));
            }
            case NETWORK -> new Case<>(provider.networks(), network("10.80.0.0/24"));
            case SHARE -> {
                String vpc =
                        made(provider.networks(), network("10.81.0.0/24")).ref().id();
                yield new Case<>(provider.volumes(), share("media", vpc));
            }
        };
    }

    private VolumeWish share(String name, String vpc) {
        return new VolumeWish(marker("pvol"), name, Simulation.REGION, VolumeKind.SHARED, 100, null, null, vpc, null);
    }

    private NetworkWish network(String cidr) {
        return new NetworkWish(marker("net") + ":" + Simulation.REGION, "main", Simulation.REGION, cidr);
    }

    private <W extends Wish, T extends Thing> T made(Makes<W, T> port, W wish) {
        return made(() -> protocol().drive(port, ACCOUNT, wish));
    }

    private static <T> T made(Supplier<Making<T>> drive) {
        Making<T> end = Until.answer(drive, it -> !(it instanceof Making.Waiting<T>));
        assertThat(end).isInstanceOf(Making.Made.class);
        return ((Making.Made<T>) end).thing();
    }

    private void gone(Supplier<Unmaking> drive) {
        assertThat(Until.answer(drive, it -> !(it instanceof Unmaking.Waiting))).isInstanceOf(Unmaking.Gone.class);
    }

    private int atProvider(Kind kind) {
        String path = kind == Kind.SNAPSHOT ? "/v2/snapshots?per_page=200" : kind.path + "?per_page=200";
        int there = 0;
        for (var it : simulation.ok("GET", path, "").at(kind.list)) {
            there += it.path("status").asString("").equals("DELETED") ? 0 : 1;
        }
        return there;
    }

    @Test
    void onTheQuietPathItIsOneLookUpAndOneCreate() {
        VolumeWish wish = volume("data");
        Making<SeenVolume> made = protocol.drive(provider.volumes(), ACCOUNT, wish);
        assertThat(made).isInstanceOf(Making.Made.class);
        assertThat(simulation.asked())
                .filteredOn(it -> it.path().startsWith("/v2"))
                .hasSize(2);
        SeenVolume again = made(provider.volumes(), wish);
        assertThat(again.ref().id()).isEqualTo(protocol.adopted(wish.marker()).orElseThrow());
        assertThat(atProvider(Kind.VOLUME)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anAnswerThatIsLostIsLookedUp(Kind kind) {
        lost(of(kind), kind);
    }

    private <W extends Wish, T extends Thing> void lost(Case<W, T> it, Kind kind) {
        int before = atProvider(kind);
        // What was made does not show in listings for a while, so that the first look-ups find nothing.
        simulation.latency("{'actionMs':40,'listLagMs':500}");
        simulation.fault("[{'method':'POST','path':'%s','effect':'dropAnswer'}]".formatted(kind.path));
        assertThat(protocol.drive(it.port(), ACCOUNT, it.wish())).isInstanceOf(Making.Waiting.class);
        assertThat(protocol.drive(it.port(), ACCOUNT, it.wish())).isInstanceOf(Making.Waiting.class);
        made(it.port(), it.wish());
        Until.answer(() -> atProvider(kind), there -> there == before + 1);
        assertThat(protocol.surplusOf(it.wish().marker())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aKillBeforeTheRequestEndsWithOne(Kind kind) {
        killed(of(kind), kind, Moment.BEFORE);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aKillAfterTheRequestEndsWithOne(Kind kind) {
        killed(of(kind), kind, Moment.AFTER);
    }

    private <W extends Wish, T extends Thing> void killed(Case<W, T> it, Kind kind, Moment moment) {
        int before = atProvider(kind);
        Makes<W, T> port = new Killable<>(it.port(), moment);
        assertThatThrownBy(() -> protocol.drive(port, ACCOUNT, it.wish())).isInstanceOf(Killable.Killed.class);
        T thing = made(it.port(), it.wish());
        assertThat(atProvider(kind)).isEqualTo(before + 1);
        assertThat(protocol.adopted(it.wish().marker())).contains(thing.ref().id());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatIsRefusedForNowIsMadeOnceInTheEnd(Kind kind) {
        refusedForNow(of(kind), kind);
    }

    private <W extends Wish, T extends Thing> void refusedForNow(Case<W, T> it, Kind kind) {
        int before = atProvider(kind);
        simulation.fault("[{'method':'POST','path':'%s','effect':'status','status':503},".formatted(kind.path)
                + "{'method':'POST','path':'%s','effect':'rateLimit'}]".formatted(kind.path));
        made(it.port(), it.wish());
        assertThat(atProvider(kind)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatIsRefusedForGoodIsSaidAndEndedWithoutACall(Kind kind) {
        refused(of(kind), kind);
    }

    private <W extends Wish, T extends Thing> void refused(Case<W, T> it, Kind kind) {
        simulation.fault("[{'method':'POST','path':'%s','effect':'status','status':422,'message':'no such thing'}]"
                .formatted(kind.path));
        assertThat(protocol.drive(it.port(), ACCOUNT, it.wish()))
                .isInstanceOfSatisfying(
                        Making.Refused.class, made -> assertThat(made.words()).contains("no such thing"));
        int asked = simulation.asked().size();
        assertThat(protocol.unmake(it.port(), ACCOUNT, it.wish())).isInstanceOf(Unmaking.Gone.class);
        assertThat(simulation.asked()).hasSize(asked);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatIsDeletedAfterALostAnswerIsLookedUpAndNeverCreated(Kind kind) {
        deletedAfterLoss(of(kind), kind);
    }

    private <W extends Wish, T extends Thing> void deletedAfterLoss(Case<W, T> it, Kind kind) {
        if (kind == Kind.NETWORK) {
            // The region's first one can't be removed.
            made(provider.networks(), network("10.99.0.0/24"));
        }
        int before = atProvider(kind);
        simulation.latency("{'actionMs':40,'listLagMs':300}");
        simulation.fault("[{'method':'POST','path':'%s','effect':'dropAnswer'}]".formatted(kind.path));
        assertThat(protocol.drive(it.port(), ACCOUNT, it.wish())).isInstanceOf(Making.Waiting.class);
        long creates = simulation.count("POST", "/v2");
        gone(() -> protocol().unmake(it.port(), ACCOUNT, it.wish()));
        Until.answer(() -> atProvider(kind), there -> there == before);
        assertThat(simulation.count("POST", "/v2")).isEqualTo(creates);
        assertThat(protocol.drive(it.port(), ACCOUNT, it.wish())).isInstanceOf(Making.Refused.class);
    }

    @Test
    void whatWasNeverSentEndsWithoutACall() {
        assertThat(protocol.unmake(provider.volumes(), ACCOUNT, volume("data"))).isInstanceOf(Unmaking.Gone.class);
        assertThat(simulation.asked())
                .filteredOn(it -> it.path().startsWith("/v2"))
                .isEmpty();
    }

    /** Sends a create that arrives after the grace period, when another has been sent. */
    private SeenMachine secondOf(MachineWish wish) {
        simulation.ok(
                "POST",
                "/v2/droplets",
                "{'name':'late','size':'s-1vcpu-1gb','image':'x','region':'nyc3',"
                        + "'tags':['berth-deployment:thisone','berth:%s']}".formatted(wish.marker()));
        return Until.answer(
                        () -> Until.value(provider.machines().list()).things(),
                        all -> all.stream()
                                        .filter(it -> it.name().equals("late"))
                                        .count()
                                == 1)
                .stream()
                .filter(it -> it.name().equals("late"))
                .findAny()
                .orElseThrow();
    }

    @Test
    void ofTwoWithOneMarkerOneIsAdoptedAndTheOtherRemovedAndBothAreRecorded() {
        MachineWish wish = machine();
        SeenMachine adopted = made(provider.machines(), wish);
        SeenMachine late = secondOf(wish);
        Until.answer(
                () -> protocol.sweep(
                        provider.machines(),
                        ACCOUNT,
                        Until.value(provider.machines().list())),
                List::isEmpty);
        Until.missing(() -> provider.machines().observe(late.ref()));
        assertThat(Until.value(provider.machines().observe(adopted.ref())).running())
                .isTrue();
        assertThat(protocol.surplusOf(wish.marker()))
                .extracting(Surplus::providerId, Surplus::reason)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(late.ref().id(), "second"));
        assertThat(protocol.adopted(wish.marker())).contains(adopted.ref().id());
    }

    @Test
    void aSecondOneThatIsInUseIsKept() {
        MachineWish wish = machine();
        made(provider.machines(), wish);
        SeenMachine late = secondOf(wish);
        Until.shows(() -> provider.machines().observe(late.ref()), it -> it.phase() == Thing.Phase.READY);
        SeenVolume volume = made(provider.volumes(), volume("data"));
        provider.volumes().attach(volume.ref(), late.ref(), null);
        Until.shows(() -> provider.volumes().observe(volume.ref()), it -> it.machineId() != null);
        List<Surplus> surplus = protocol.sweep(
                provider.machines(), ACCOUNT, Until.value(provider.machines().list()));
        assertThat(surplus).extracting(Surplus::fate).containsExactly("kept");
        assertThat(Until.value(provider.machines().observe(late.ref())).running())
                .isTrue();
    }

    @Test
    void aCreateThatArrivesAfterTheDeleteIsRemovedByTheNextPass() {
        MachineWish wish = machine();
        made(provider.machines(), wish);
        gone(() -> protocol.unmake(provider.machines(), ACCOUNT, wish));
        SeenMachine late = secondOf(wish);
        Until.answer(
                () -> protocol.sweep(
                        provider.machines(),
                        ACCOUNT,
                        Until.value(provider.machines().list())),
                List::isEmpty);
        Until.missing(() -> provider.machines().observe(late.ref()));
        assertThat(protocol.surplusOf(wish.marker()))
                .extracting(Surplus::reason)
                .containsExactly("orphan");
    }

    @Test
    void whatOthersHaveOrNobodyRemembersIsLeftAlone() {
        secondOf(machine());
        DigitalOcean other = simulation.adapter(Simulation.QUICK, InstantSource.system(), "another");
        Provider theirs = other.open(simulation.account());
        made(theirs.machines(), machine());
        assertThat(Until.value(provider.machines().list()).things()).hasSize(1);
        assertThat(protocol.sweep(
                        provider.machines(),
                        ACCOUNT,
                        Until.value(provider.machines().list())))
                .isEmpty();
        assertThat(atProvider(Kind.MACHINE)).isEqualTo(2);
    }

    @Test
    void aNameThatIsNotOursIsRefusedAsLongAsItIsTaken() {
        VolumeWish wish = volume("data");
        String foreign = simulation
                .ok("POST", "/v2/volumes", "{'name':'data','size_gigabytes':5,'region':'nyc3'}")
                .at("/volume/id")
                .asString();
        assertThat(protocol.drive(provider.volumes(), ACCOUNT, wish))
                .isInstanceOfSatisfying(
                        Making.Refused.class, it -> assertThat(it.reason()).isEqualTo("name"));
        assertThat(simulation.count("POST", "/v2/volumes")).isEqualTo(1);
        simulation.ok("DELETE", "/v2/volumes/" + foreign, "");
        made(provider.volumes(), wish);
    }

    @Test
    void aSharesNameIsItsMark() {
        String vpc = made(provider.networks(), network("10.81.0.0/24")).ref().id();
        VolumeWish first = share("media", vpc);
        VolumeWish second = share("media", vpc);
        assertThat(made(provider.volumes(), first).name()).isEqualTo("media");
        assertThat(made(provider.volumes(), second).name()).isEqualTo(second.longName());
        simulation.ok(
                "POST", "/v2/nfs", "{'name':'theirs','size_gib':50,'region':'nyc3','vpc_ids':['%s']}".formatted(vpc));
        assertThat(protocol.drive(provider.volumes(), ACCOUNT, share("theirs", vpc)))
                .isInstanceOfSatisfying(
                        Making.Refused.class, it -> assertThat(it.reason()).isEqualTo("name"));
        assertThat(atProvider(Kind.SHARE)).isEqualTo(3);
    }

    @Test
    void whatIsForgottenIsMadeAnewAndNeverTheOldOneAgain() {
        MachineWish wish = machine();
        SeenMachine old = made(provider.machines(), wish);
        protocol.forget(wish.marker());
        SeenMachine fresh = made(provider.machines(), wish);
        assertThat(fresh.ref()).isNotEqualTo(old.ref());
        assertThat(protocol.sweep(
                        provider.machines(),
                        ACCOUNT,
                        Until.value(provider.machines().list())))
                .extracting(Surplus::fate)
                .containsExactly("kept");
        assertThat(Until.value(provider.machines().observe(old.ref())).ref()).isEqualTo(old.ref());
    }

    @Test
    void whatIsGoneBehindOurBackIsLostAndNotMadeAgain() {
        VolumeWish wish = volume("data");
        SeenVolume made = made(provider.volumes(), wish);
        simulation.ok("DELETE", "/v2/volumes/" + made.ref().id(), "");
        assertThat(protocol.observe(provider.volumes(), wish.marker(), made.ref()))
                .as("it may not show yet")
                .isInstanceOf(Answer.Busy.class);
        Making<SeenVolume> end = Until.answer(
                () -> protocol.drive(provider.volumes(), ACCOUNT, wish), it -> !(it instanceof Making.Waiting));
        assertThat(end).isInstanceOf(Making.Lost.class);
        assertThat(atProvider(Kind.VOLUME)).isZero();
        gone(() -> protocol.unmake(provider.volumes(), ACCOUNT, wish));
    }

    @Test
    void manyWhoDriveAtOnceMakeOne() throws Exception {
        MachineWish wish = machine();
        List<Callable<SeenMachine>> drivers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            drivers.add(() -> made(provider.machines(), wish));
        }
        try (ExecutorService racing = Executors.newFixedThreadPool(6)) {
            for (var driver : racing.invokeAll(drivers)) {
                assertThat(driver.get().ref().id())
                        .isEqualTo(protocol.adopted(wish.marker()).orElseThrow());
            }
        }
        assertThat(atProvider(Kind.MACHINE)).isEqualTo(1);
    }
}
