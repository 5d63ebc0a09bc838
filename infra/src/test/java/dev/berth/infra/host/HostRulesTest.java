package dev.berth.infra.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.host.HostRules.Effect;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.Shape;
import dev.berth.sagas.node.StaleFence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rules of a simulated host, without the host. */
class HostRulesTest {

    private static final Shape SMALL = new Shape(1, 1, 1, 0);
    private static final Shape LARGE = new Shape(2, 2, 1, 0);
    private static final SimulatedMachine UNKNOWN = SimulatedMachine.unknown("inst_a");

    private static SimulatedMachine after(SimulatedMachine machine, HostCall call) {
        Effect effect = HostRules.decide(machine, call, 1000, 200);
        assertThat(effect.refusal()).isNull();
        return effect.after();
    }

    private static HostCall call(HostOperation operation, long fence) {
        return switch (operation) {
            case PROVISION -> HostCall.provision("inst_a", SMALL, true, fence);
            case RESIZE -> HostCall.resize("inst_a", LARGE, fence);
            default -> HostCall.of(operation, "inst_a", fence);
        };
    }

    @Test
    void aMachineRunsOnceItHasBooted() {
        SimulatedMachine made = after(UNKNOWN, call(HostOperation.PROVISION, 1));

        assertThat(made.body()).isNotNull();
        assertThat(made.body().running(1199)).isFalse();
        assertThat(made.body().running(1200)).isTrue();
    }

    @Test
    void aRepeatedCallKnowsNothingNew() {
        SimulatedMachine made = after(UNKNOWN, call(HostOperation.PROVISION, 1));

        assertThat(after(made, call(HostOperation.PROVISION, 1))).isSameAs(made);
        assertThat(after(made, call(HostOperation.START, 1))).isSameAs(made);
        SimulatedMachine gone = after(made, call(HostOperation.DESTROY, 2));
        assertThat(after(gone, call(HostOperation.DESTROY, 2))).isSameAs(gone);
    }

    @Test
    void anyMixtureOfCallsKeepsTheInvariants() {
        Random random = new Random(20261129);
        for (int run = 0; run < 300; run++) {
            SimulatedMachine machine = UNKNOWN;
            List<HostCall> sent = new ArrayList<>();
            long destroyedAt = -1;
            for (int step = 0; step < 40; step++) {
                HostOperation operation = HostOperation.values()[random.nextInt(5)];
                HostCall call = !sent.isEmpty() && random.nextInt(3) == 0
                        ? sent.get(random.nextInt(sent.size()))
                        : call(operation, step + 1L);
                sent.add(call);
                SimulatedMachine before = machine;
                Effect effect = HostRules.decide(before, call, 1000L * step, 200);
                machine = effect.after();

                assertThat(machine.fence()).isGreaterThanOrEqualTo(before.fence());
                if (effect.refusal() instanceof StaleFence) {
                    assertThat(machine).isSameAs(before);
                } else {
                    assertThat(call.fence()).isGreaterThanOrEqualTo(before.fence());
                }
                if (effect.refusal() instanceof HostRefused) {
                    assertThat(machine.body()).isEqualTo(before.body());
                }
                if (call.operation() == HostOperation.DESTROY && effect.refusal() == null) {
                    assertThat(machine.body()).isNull();
                    destroyedAt = call.fence();
                }
                if (before.body() == null && machine.body() != null) {
                    assertThat(call.operation()).isEqualTo(HostOperation.PROVISION);
                    assertThat(call.fence()).isGreaterThan(destroyedAt);
                    assertThat(machine.done().provision())
                            .isEqualTo(before.done().provision() + 1);
                }
                assertThat(machine.done().provision() - machine.done().destroy())
                        .isEqualTo(machine.body() == null ? 0 : 1);
            }
        }
    }
}
