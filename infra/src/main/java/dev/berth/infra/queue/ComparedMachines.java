package dev.berth.infra.queue;

import dev.berth.api.instance.Address;
import dev.berth.api.instance.InstanceObservation.ProviderMachineSeen;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstancePlan.Halt;
import dev.berth.sagas.instance.InstancePlan.Machine;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.Thing.SeenMachine;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compares machines: what was switched off or removed behind our back, or is there again. */
final class ComparedMachines implements Compared<InstancePlan, SeenMachine> {
    private final Provider provider;
    private final CreateProtocol protocol;
    private final Consumer<Object> report;

    ComparedMachines(Provider provider, CreateProtocol protocol, Consumer<Object> report) {
        this.provider = provider;
        this.protocol = protocol;
        this.report = report;
    }

    @Override
    public @Nullable String providerId(InstancePlan plan) {
        return plan.machineId();
    }

    @Override
    public void there(InstancePlan plan, SeenMachine machine) {
        boolean lost = plan.halt() == Halt.LOST;
        boolean known = plan.machine() == Machine.RUNNING || plan.machine() == Machine.STOPPED;
        boolean changed = known && machine.running() != (plan.machine() == Machine.RUNNING);
        if (machine.phase() == Thing.Phase.READY && (lost || (plan.halt() == Halt.NONE && changed))) {
            List<Address> addresses = machine.addresses().stream()
                    .map(it -> new Address(it.address(), it.isPublic() ? Address.Kind.PUBLIC : Address.Kind.PRIVATE))
                    .toList();
            Seen seen = machine.running() ? Seen.RUNNING : Seen.STOPPED;
            report.accept(new ProviderMachineSeen(plan.instanceId(), plan.revision(), seen, addresses));
        }
    }

    @Override
    public boolean isExpected(InstancePlan plan) {
        return plan.halt() == Halt.NONE
                && plan.machineId() != null
                && (plan.machine() == Machine.RUNNING || plan.machine() == Machine.STOPPED);
    }

    @Override
    public boolean isMissing(InstancePlan plan) {
        ProviderRef ref = ProviderRef.of(String.valueOf(plan.machineId()), null);
        return protocol.observe(provider.machines(), plan.instanceId(), ref) instanceof Answer.Missing<SeenMachine>;
    }

    @Override
    public void absent(InstancePlan plan) {
        report.accept(new ProviderMachineSeen(plan.instanceId(), plan.revision(), Seen.ABSENT, List.of()));
    }
}
