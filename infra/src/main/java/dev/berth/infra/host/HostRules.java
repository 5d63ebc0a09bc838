package dev.berth.infra.host;

import dev.berth.infra.host.SimulatedMachine.Body;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.StaleFence;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a changing call does to what a simulated host knows of its instance: decided from values alone. */
final class HostRules {

    /**
     * @param after what the host knows from now on; the same object when nothing has changed
     * @param refusal why the call was not carried out, if it was not
     */
    record Effect(SimulatedMachine after, @Nullable HostException refusal) {}

    private HostRules() {}

    /**
     * @param now milliseconds since 1970
     * @param bootMillis how long a machine takes from being switched on until it runs
     */
    static Effect decide(SimulatedMachine known, HostCall call, long now, long bootMillis) {
        StaleFence stale = fenceOf(known, call);
        if (stale != null) {
            return new Effect(known, stale);
        }
        SimulatedMachine fenced = call.fence() == known.fence() ? known : known.withFence(call.fence());
        return switch (call.operation()) {
            case PROVISION -> provision(fenced, call, now + bootMillis);
            case START -> start(fenced, now + bootMillis);
            case STOP -> stop(fenced);
            case RESIZE -> resize(fenced, call);
            case DESTROY -> new Effect(destroyed(fenced), null);
            case PING, FIND, LIST -> throw new IllegalArgumentException(call.operation() + " changes nothing");
        };
    }

    private static @Nullable StaleFence fenceOf(SimulatedMachine known, HostCall call) {
        boolean resurrects =
                known.destroyed() && call.operation() == HostOperation.PROVISION && call.fence() == known.fence();
        if (call.fence() >= known.fence() && !resurrects) {
            return null;
        }
        return new StaleFence(
                "%s of %s with fence %d comes after one with fence %d%s"
                        .formatted(
                                call.operation().word(),
                                known.id(),
                                call.fence(),
                                known.fence(),
                                known.destroyed() ? ", which destroyed it" : ""),
                known.fence());
    }

    private static Effect provision(SimulatedMachine machine, HostCall call, long upAt) {
        Body body = machine.body();
        if (body == null) {
            Body made = new Body(
                    false,
                    0,
                    Objects.requireNonNull(call.shape()),
                    Objects.requireNonNullElse(call.imageId(), ""),
                    call.addresses());
            machine = machine.after(HostOperation.PROVISION, made);
            body = made;
        }
        return call.running() ? switchedOn(machine, body, upAt) : new Effect(machine, null);
    }

    private static Effect start(SimulatedMachine machine, long upAt) {
        Body body = machine.body();
        return body == null ? noMachine(machine) : switchedOn(machine, body, upAt);
    }

    private static Effect switchedOn(SimulatedMachine machine, Body body, long upAt) {
        return new Effect(body.on() ? machine : machine.after(HostOperation.START, body.switchedOn(upAt)), null);
    }

    private static Effect stop(SimulatedMachine machine) {
        Body body = machine.body();
        if (body == null) {
            return noMachine(machine);
        }
        return new Effect(body.on() ? machine.after(HostOperation.STOP, body.switchedOff()) : machine, null);
    }

    private static Effect resize(SimulatedMachine machine, HostCall call) {
        Body body = machine.body();
        if (body == null) {
            return noMachine(machine);
        }
        if (body.shape().equals(call.shape())) {
            return new Effect(machine, null);
        }
        if (body.on()) {
            return new Effect(
                    machine,
                    new HostRefused(HostRefused.RUNNING, "Machine " + machine.id() + " has to be stopped first"));
        }
        return new Effect(
                machine.after(HostOperation.RESIZE, body.resized(Objects.requireNonNull(call.shape()))), null);
    }

    private static SimulatedMachine destroyed(SimulatedMachine machine) {
        return machine.destroyed() && machine.body() == null ? machine : machine.tombstone();
    }

    private static Effect noMachine(SimulatedMachine machine) {
        return new Effect(machine, new HostRefused(HostRefused.NO_MACHINE, "The host has no machine " + machine.id()));
    }
}
