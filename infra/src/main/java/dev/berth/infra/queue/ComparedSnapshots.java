package dev.berth.infra.queue;

import dev.berth.api.snapshot.SnapshotObservation.SnapshotListed;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotMissing;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenSnapshot;
import dev.berth.sagas.snapshot.SnapshotPlan;
import dev.berth.sagas.snapshot.SnapshotPlan.State;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compares snapshots: what the provider has measured, or has no more. */
final class ComparedSnapshots implements Compared<SnapshotPlan, SeenSnapshot> {
    private final Provider provider;
    private final CreateProtocol protocol;
    private final Consumer<Object> report;

    ComparedSnapshots(Provider provider, CreateProtocol protocol, Consumer<Object> report) {
        this.provider = provider;
        this.protocol = protocol;
        this.report = report;
    }

    @Override
    public @Nullable String providerId(SnapshotPlan plan) {
        return plan.providerSnapshotId();
    }

    @Override
    public void there(SnapshotPlan plan, SeenSnapshot snapshot) {
        Integer size = snapshot.sizeGiB();
        boolean lives = plan.state() == State.MADE || plan.state() == State.MISSING;
        boolean news = plan.state() == State.MISSING || (size != null && size != plan.sizeGiB());
        if (lives && news && snapshot.phase() == Thing.Phase.READY) {
            report.accept(new SnapshotListed(
                    plan.snapshotId(), plan.volumeId(), plan.revision(), size == null ? plan.sizeGiB() : size));
        }
    }

    @Override
    public boolean isExpected(SnapshotPlan plan) {
        return plan.state() == State.MADE;
    }

    @Override
    public boolean isMissing(SnapshotPlan plan) {
        ProviderRef ref = new ProviderRef(String.valueOf(plan.providerSnapshotId()), plan.region(), plan.shared());
        return protocol.observe(provider.snapshots(), plan.snapshotId(), ref) instanceof Answer.Missing<SeenSnapshot>;
    }

    @Override
    public void absent(SnapshotPlan plan) {
        report.accept(new SnapshotMissing(plan.snapshotId(), plan.volumeId(), plan.revision()));
    }
}
