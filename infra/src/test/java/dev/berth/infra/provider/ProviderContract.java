package dev.berth.infra.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Mark;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.Phase;
import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Thing.SeenNetwork;
import dev.berth.sagas.provider.Thing.SeenSnapshot;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish;
import dev.berth.sagas.provider.Wish.MachineWish;
import dev.berth.sagas.provider.Wish.NetworkWish;
import dev.berth.sagas.provider.Wish.SnapshotWish;
import dev.berth.sagas.provider.Wish.VolumeWish;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every provider has to do. An implementation extends this with an account that is empty at first. */
public abstract class ProviderContract {

    private int next = 10;

    /** The provider under test, with an account in which there is nothing. */
    protected abstract Provider provider();

    /** A region in which it has everything. */
    protected abstract String region();

    /** The smallest machine that it makes, with that marker. */
    protected abstract MachineWish machine(String marker, @Nullable String networkId);

    /** A marker that nothing has. */
    protected final String marker(String prefix) {
        return prefix + "_01hzzzzzzzzzzzzzzzzzzzzz" + next++;
    }

    protected final VolumeWish volume(String name) {
        return new VolumeWish(marker("pvol"), name, region(), VolumeKind.BLOCK, 10, "data of ours", "ext4", null, null);
    }

    protected final VolumeWish share(String name, String networkId) {
        return new VolumeWish(marker("pvol"), name, region(), VolumeKind.SHARED, 100, null, null, networkId, null);
    }

    protected final NetworkWish network(String name, String cidr) {
        return new NetworkWish(marker("net") + ":" + region(), name, region(), cidr);
    }

    protected final SeenVolume made(VolumeWish wish) {
        Found<SeenVolume> found = Until.value(provider().volumes().find(wish, null));
        assertThat(found.things()).isEmpty();
        SeenVolume made = Until.value(provider().volumes().create(wish, found.name()));
        return Until.shows(() -> provider().volumes().observe(made.ref()), it -> it.phase() == Phase.READY);
    }

    protected final SeenMachine made(MachineWish wish) {
        Found<SeenMachine> found = Until.value(provider().machines().find(wish, null));
        assertThat(found.things()).isEmpty();
        SeenMachine made = Until.value(provider().machines().create(wish, found.name()));
        return Until.shows(
                () -> provider().machines().observe(made.ref()),
                it -> it.phase() == Phase.READY && it.running() && !it.locked());
    }

    protected final SeenNetwork made(NetworkWish wish) {
        Found<SeenNetwork> found = Until.value(provider().networks().find(wish, null));
        assertThat(found.things()).isEmpty();
        return Until.value(provider().networks().create(wish, found.name()));
    }

    /** A network that is not the region's first one, which some providers never let go. */
    protected final SeenNetwork secondNetwork() {
        made(network("first", "10.90.0.0/24"));
        return made(network("main", "10.91.0.0/24"));
    }

    protected final SeenVolume attached(SeenVolume volume, SeenMachine machine) {
        Until.free(() -> provider().volumes().attach(volume.ref(), machine.ref(), null));
        return Until.shows(
                () -> provider().volumes().observe(volume.ref()),
                it -> machine.ref().id().equals(it.machineId()));
    }

    @Test
    void aVolumeIsMadeFoundGrownAndRemoved() {
        VolumeWish wish = volume("data");
        SeenVolume made = made(wish);
        assertThat(made.name()).isEqualTo("data");
        assertThat(made.sizeGiB()).isEqualTo(10);
        assertThat(made.mark()).isEqualTo(Mark.of(wish.marker()));
        assertThat(made.ref().region()).isEqualTo(region());
        assertThat(made.device()).contains("data");
        assertThat(made.inUse()).isFalse();
        assertThat(Until.value(provider().volumes().find(wish, "data")).things())
                .extracting(SeenVolume::ref)
                .containsExactly(made.ref());
        assertThat(Until.value(provider().volumes().list(VolumeKind.BLOCK)).things())
                .extracting(SeenVolume::ref)
                .contains(made.ref());

        assertThat(provider().volumes().resize(made.ref(), 20)).isInstanceOf(Answer.Pending.class);
        Until.shows(() -> provider().volumes().observe(made.ref()), it -> it.sizeGiB() == 20);
        assertThat(Until.free(() -> provider().volumes().resize(made.ref(), 20)))
                .isInstanceOf(Answer.Done.class);

        Until.answer(() -> provider().volumes().remove(made.ref()), it -> it instanceof Answer.Done<ProviderRef>);
        Until.missing(() -> provider().volumes().observe(made.ref()));
        assertThat(provider().volumes().remove(made.ref())).isInstanceOf(Answer.Done.class);
        assertThat(Until.value(provider().volumes().find(wish, null)).things()).isEmpty();
    }

    @Test
    void aSecondVolumeOfANameGetsALongerOne() {
        VolumeWish first = volume("data");
        VolumeWish second = volume("data");
        made(first);
        Found<SeenVolume> found = Until.value(provider().volumes().find(second, null));
        assertThat(found.things()).isEmpty();
        assertThat(found.nameIsForeign()).isFalse();
        assertThat(found.name())
                .isEqualTo("data-" + second.marker().substring(second.marker().length() - 8));
        SeenVolume made = Until.value(provider().volumes().create(second, found.name()));
        assertThat(Until.value(provider().volumes().find(second, found.name())).things())
                .extracting(SeenVolume::ref)
                .containsExactly(made.ref());
        assertThat(Until.value(provider().volumes().find(first, "data")).things())
                .hasSize(1)
                .doesNotContain(made);
    }

    @Test
    void aMachineIsMadeFoundSwitchedAndDestroyed() {
        MachineWish wish = machine(marker("inst"), null);
        SeenMachine made = made(wish);
        assertThat(made.mark()).isEqualTo(Mark.of(wish.marker()));
        assertThat(made.addresses()).anyMatch(it -> !it.isPublic());
        assertThat(Until.value(provider().machines().find(wish, null)).things())
                .extracting(SeenMachine::ref)
                .containsExactly(made.ref());
        assertThat(Until.value(provider().machines().list()).things())
                .extracting(SeenMachine::ref)
                .contains(made.ref());

        for (boolean hard : new boolean[] {false, true}) {
            Until.free(() -> provider().machines().powerOff(made.ref(), hard));
            Until.shows(() -> provider().machines().observe(made.ref()), it -> !it.running());
            Until.free(() -> provider().machines().powerOn(made.ref()));
            Until.shows(() -> provider().machines().observe(made.ref()), SeenMachine::running);
        }
        Answer<ProviderRef> again = Until.free(() -> provider().machines().powerOn(made.ref()));
        assertThat(again).isInstanceOf(Answer.Done.class);

        Until.free(() -> provider().machines().destroy(made.ref(), Set.of()));
        Until.missing(() -> provider().machines().observe(made.ref()));
        assertThat(provider().machines().destroy(made.ref(), Set.of())).isInstanceOf(Answer.Done.class);
        assertThat(provider().machines().powerOn(made.ref())).isInstanceOf(Answer.Missing.class);
    }

    @Test
    void aMachineThatIsBeingMadeIsNotSaidToBeDestroyed() {
        MachineWish wish = machine(marker("inst"), null);
        String name = Until.value(provider().machines().find(wish, null)).name();
        SeenMachine making = Until.value(provider().machines().create(wish, name));
        Until.free(() -> provider().machines().destroy(making.ref(), Set.of()));
        Until.missing(() -> provider().machines().observe(making.ref()));
    }

    @Test
    void aVolumeIsOnOneMachineAtATime() {
        SeenMachine here = made(machine(marker("inst"), null));
        SeenMachine there = made(machine(marker("inst"), null));
        SeenVolume volume = made(volume("data"));

        attached(volume, here);
        assertThat(Until.free(() -> provider().volumes().attach(volume.ref(), here.ref(), null)))
                .isInstanceOf(Answer.Done.class);
        assertThat(Until.free(() -> provider().volumes().attach(volume.ref(), there.ref(), null)))
                .isInstanceOfSatisfying(
                        Answer.Refused.class, it -> assertThat(it.reason()).isEqualTo("attachedElsewhere"));
        assertThat(provider().volumes().remove(volume.ref())).isInstanceOf(Answer.Busy.class);
        assertThat(Until.value(provider().volumes().observe(volume.ref())).inUse())
                .isTrue();
        assertThat(Until.value(provider().machines().observe(here.ref())).volumeIds())
                .containsExactly(volume.ref().id());

        assertThat(Until.free(() -> provider().volumes().detach(volume.ref(), there.ref())))
                .isInstanceOf(Answer.Done.class);
        Until.free(() -> provider().volumes().detach(volume.ref(), here.ref()));
        Until.shows(() -> provider().volumes().observe(volume.ref()), it -> it.machineId() == null);
        assertThat(Until.free(() -> provider().volumes().detach(volume.ref(), here.ref())))
                .isInstanceOf(Answer.Done.class);
    }

    @Test
    void detachingWhileAnAttachGoesOnEndsDetached() {
        SeenMachine machine = made(machine(marker("inst"), null));
        SeenVolume volume = made(volume("data"));
        assertThat(provider().volumes().attach(volume.ref(), machine.ref(), null))
                .isInstanceOf(Answer.Pending.class);
        Answer<ProviderRef> asked = Until.free(() -> provider().volumes().detach(volume.ref(), machine.ref()));
        assertThat(asked).isInstanceOf(Answer.Pending.class);
        Until.shows(() -> provider().volumes().observe(volume.ref()), it -> it.machineId() == null);
        Until.answer(() -> provider().volumes().remove(volume.ref()), it -> it instanceof Answer.Done<ProviderRef>);
    }

    @Test
    void attachingWhatIsNotThereSaysWhatIsMissing() {
        SeenMachine machine = made(machine(marker("inst"), null));
        SeenVolume volume = made(volume("data"));
        Until.free(() -> provider().machines().destroy(machine.ref(), Set.of()));
        Until.missing(() -> provider().machines().observe(machine.ref()));
        assertThat(provider().volumes().attach(volume.ref(), machine.ref(), null))
                .isInstanceOfSatisfying(
                        Answer.Refused.class, it -> assertThat(it.reason()).isEqualTo("machineMissing"));
        provider().volumes().remove(volume.ref());
        assertThat(provider().volumes().attach(volume.ref(), machine.ref(), null))
                .isInstanceOfSatisfying(
                        Answer.Refused.class, it -> assertThat(it.reason()).isEqualTo("volumeMissing"));
        assertThat(provider().volumes().detach(volume.ref(), machine.ref())).isInstanceOf(Answer.Done.class);
    }

    @Test
    void aDestroyedMachineTakesTheVolumesThatWereNamedAndNoOther() {
        SeenMachine machine = made(machine(marker("inst"), null));
        SeenVolume goes = attached(made(volume("goes")), machine);
        SeenVolume stays = attached(made(volume("stays")), machine);
        SeenVolume elsewhere = made(volume("elsewhere"));
        Answer<ProviderRef> asked = Until.free(() -> provider()
                .machines()
                .destroy(machine.ref(), Set.of(goes.ref().id(), elsewhere.ref().id())));
        assertThat(asked).isInstanceOf(Answer.Pending.class);
        Until.missing(() -> provider().machines().observe(machine.ref()));
        Until.missing(() -> provider().volumes().observe(goes.ref()));
        Until.shows(() -> provider().volumes().observe(stays.ref()), it -> it.machineId() == null);
        assertThat(Until.value(provider().volumes().observe(elsewhere.ref())).ref())
                .isEqualTo(elsewhere.ref());
    }

    @Test
    void aSnapshotIsTakenOutlivesItsVolumeAndMakesAnother() {
        SeenVolume volume = made(volume("data"));
        SnapshotWish wish = new SnapshotWish(marker("psnap"), "daily", region(), volume.ref());
        Found<SeenSnapshot> before = Until.value(provider().snapshots().find(wish, null));
        assertThat(before.things()).isEmpty();
        SeenSnapshot taken = Until.value(provider().snapshots().create(wish, before.name()));
        SeenSnapshot ready = Until.shows(
                () -> provider().snapshots().observe(taken.ref()),
                it -> it.phase() == Phase.READY && it.sizeGiB() != null);
        assertThat(ready.volumeId()).isEqualTo(volume.ref().id());
        assertThat(ready.restoreGiB()).isEqualTo(10);
        assertThat(ready.mark()).isEqualTo(Mark.of(wish.marker()));

        provider().volumes().remove(volume.ref());
        assertThat(Until.value(provider().snapshots().find(wish, before.name())).things())
                .extracting(SeenSnapshot::ref)
                .containsExactly(taken.ref());
        assertThat(Until.value(provider().snapshots().list(VolumeKind.BLOCK)).things())
                .extracting(SeenSnapshot::ref)
                .contains(taken.ref());
        VolumeWish restored = new VolumeWish(
                marker("pvol"),
                "restored",
                region(),
                VolumeKind.BLOCK,
                30,
                null,
                null,
                null,
                taken.ref().id());
        SeenVolume made = made(restored);
        assertThat(made.sizeGiB()).isBetween(10, 30);

        Until.answer(() -> provider().snapshots().remove(taken.ref()), it -> it instanceof Answer.Done<ProviderRef>);
        Until.missing(() -> provider().snapshots().observe(taken.ref()));
        SnapshotWish late = new SnapshotWish(marker("psnap"), "late", region(), volume.ref());
        assertThat(provider().snapshots().create(late, "late")).isInstanceOf(Answer.Missing.class);
    }

    @Test
    void aNetworkIsMadeFoundAndRemovedOnceNothingIsInIt() {
        NetworkWish wish = network("main", "10.91.0.0/24");
        made(network("first", "10.90.0.0/24"));
        SeenNetwork made = made(wish);
        assertThat(made.cidr()).isEqualTo("10.91.0.0/24");
        assertThat(made.mark()).isEqualTo(Mark.of(wish.marker()));
        assertThat(Until.value(provider().networks().find(wish, made.name())).things())
                .containsExactly(made);
        assertThat(Until.value(provider().networks().list()).things()).contains(made);
        NetworkWish sibling = network("main", "10.92.0.0/24");
        SeenNetwork other = made(sibling);
        assertThat(other.name()).isNotEqualTo(made.name());

        SeenMachine member = made(machine(marker("inst"), made.ref().id()));
        assertThat(member.networkId()).isEqualTo(made.ref().id());
        assertThat(provider().networks().remove(made.ref())).isInstanceOf(Answer.Busy.class);
        Until.free(() -> provider().machines().destroy(member.ref(), Set.of()));
        Until.answer(() -> provider().networks().remove(made.ref()), it -> it instanceof Answer.Done<ProviderRef>);
        Until.missing(() -> provider().networks().observe(made.ref()));
        assertThat(provider().networks().remove(made.ref())).isInstanceOf(Answer.Done.class);
    }

    @Test
    void aSharedVolumeIsMadeMountedGrownSnapshottedAndRemoved() {
        assumeTrue(provider().capabilities().sharedVolumes());
        String network = secondNetwork().ref().id();
        VolumeWish wish = share("media", network);
        SeenVolume made = made(wish);
        assertThat(made.kind()).isEqualTo(VolumeKind.SHARED);
        assertThat(made.mountSource()).matches("[0-9.]+:/.+");
        assertThat(made.networkIds()).containsExactly(network);
        assertThat(Until.value(provider().volumes().find(wish, "media")).things())
                .extracting(SeenVolume::ref)
                .containsExactly(made.ref());
        Listing<SeenVolume> all = Until.value(provider().volumes().list(VolumeKind.SHARED));
        assertThat(all.things()).extracting(SeenVolume::ref).contains(made.ref());

        SeenMachine machine = made(machine(marker("inst"), network));
        assertThat(provider().volumes().attach(made.ref(), machine.ref(), network))
                .isInstanceOf(Answer.Done.class);
        assertThat(provider().volumes().detach(made.ref(), machine.ref())).isInstanceOf(Answer.Done.class);

        assertThat(provider().volumes().resize(made.ref(), 150)).isInstanceOf(Answer.Pending.class);
        Until.shows(() -> provider().volumes().observe(made.ref()), it -> it.sizeGiB() == 150);
        assertThat(Until.free(() -> provider().volumes().resize(made.ref(), 150)))
                .isInstanceOf(Answer.Done.class);
        if (provider().capabilities().sharedSnapshots()) {
            snapshotOfAShare(made);
        }
        Until.answer(
                () -> provider().volumes().remove(made.ref()),
                it -> it instanceof Answer.Done<ProviderRef> || it instanceof Answer.Pending<ProviderRef>);
        Until.missing(() -> provider().volumes().observe(made.ref()));
        assertThat(provider().volumes().remove(made.ref())).isInstanceOf(Answer.Done.class);
    }

    private void snapshotOfAShare(SeenVolume share) {
        SnapshotWish wish = new SnapshotWish(marker("psnap"), "daily", region(), share.ref());
        Found<SeenSnapshot> before = Until.value(provider().snapshots().find(wish, null));
        assertThat(before.things()).isEmpty();
        Until.free(() -> provider().snapshots().create(wish, before.name()));
        SeenSnapshot taken = Until.answer(
                        () -> Until.value(provider().snapshots().find(wish, before.name())),
                        it -> it.things().size() == 1)
                .things()
                .getFirst();
        SeenSnapshot ready =
                Until.shows(() -> provider().snapshots().observe(taken.ref()), it -> it.phase() == Phase.READY);
        assertThat(ready.volumeId()).isEqualTo(share.ref().id());
        assertThat(ready.ref().shared()).isTrue();
        Until.free(() -> provider().snapshots().remove(ready.ref()));
        Until.missing(() -> provider().snapshots().observe(ready.ref()));
    }

    @Test
    void aWishThatCanNotBeIsRefusedBeforeAnythingIsAsked() {
        Wish wide = new NetworkWish(marker("net") + ":" + region(), "wide", region(), "8.8.0.0/16");
        assertThat(provider().validate(wide)).isPresent();
        VolumeWish odd =
                new VolumeWish(marker("pvol"), "odd", region(), VolumeKind.BLOCK, 10, null, "ntfs", null, null);
        assertThat(provider().validate(odd))
                .hasValueSatisfying(it -> assertThat(it.reason()).isEqualTo("filesystem"));
        assertThat(provider().validateSize(VolumeKind.BLOCK, 0)).isPresent();
        assertThat(provider().validate(volume("data"))).isEmpty();
        assertThat(provider().validate(machine(marker("inst"), null))).isEmpty();
        assertThat(List.of(provider().callDeadline(), provider().settleTime())).allMatch(it -> it.isPositive());
    }
}
