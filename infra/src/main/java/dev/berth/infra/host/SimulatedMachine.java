package dev.berth.infra.host;

import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a simulated host knows of one instance id, and one line of its journal: the machine while there is one, and
 * what stays of it afterwards.
 *
 * @param id the instance id, the machine's marker
 * @param fence the highest fence seen, -1 before the first
 * @param destroyed whether it is a tombstone: no fence up to this one makes the machine again
 * @param body the machine; absent when there is none
 * @param done what was carried out so far, over all machines that had this marker
 */
record SimulatedMachine(
        String id, long fence, boolean destroyed, @Nullable Body body, Done done) {

    /**
     * @param on whether it is switched on
     * @param upAt if it is on, when it has booted, in milliseconds since 1970
     * @param image the image's name
     * @param addresses what it answers to
     */
    record Body(boolean on, long upAt, Shape shape, String image, List<String> addresses) {

        boolean running(long now) {
            return on && upAt <= now;
        }

        Body switchedOn(long bootedAt) {
            return new Body(true, bootedAt, shape, image, addresses);
        }

        Body switchedOff() {
            return new Body(false, 0, shape, image, addresses);
        }

        Body resized(Shape other) {
            return new Body(on, upAt, other, image, addresses);
        }
    }

    /** How often each operation changed something; asking again for what is already so does not count. */
    record Done(int provision, int start, int stop, int resize, int destroy) {

        Done plus(Done other) {
            return new Done(
                    provision + other.provision,
                    start + other.start,
                    stop + other.stop,
                    resize + other.resize,
                    destroy + other.destroy);
        }

        Done plus(HostOperation operation) {
            return switch (operation) {
                case PROVISION -> new Done(provision + 1, start, stop, resize, destroy);
                case START -> new Done(provision, start + 1, stop, resize, destroy);
                case STOP -> new Done(provision, start, stop + 1, resize, destroy);
                case RESIZE -> new Done(provision, start, stop, resize + 1, destroy);
                case DESTROY -> new Done(provision, start, stop, resize, destroy + 1);
                case PING, FIND, LIST -> this;
            };
        }
    }

    /** Nothing is known of this id yet. */
    static SimulatedMachine unknown(String id) {
        return new SimulatedMachine(id, -1, false, null, new Done(0, 0, 0, 0, 0));
    }

    SimulatedMachine withFence(long seen) {
        return new SimulatedMachine(id, seen, destroyed, body, done);
    }

    /** The machine after an operation that changed it, or that made it. */
    SimulatedMachine after(HostOperation operation, Body changed) {
        return new SimulatedMachine(id, fence, false, changed, done.plus(operation));
    }

    /** The machine after something that no call asked for; without a body it has vanished. */
    SimulatedMachine behindOurBack(@Nullable Body changed) {
        return new SimulatedMachine(id, fence, destroyed, changed, done);
    }

    SimulatedMachine tombstone() {
        return new SimulatedMachine(id, fence, true, null, body == null ? done : done.plus(HostOperation.DESTROY));
    }

    static Machine view(String id, Body body, long now) {
        return new Machine(id, body.running(now) ? Machine.State.RUNNING : Machine.State.STOPPED, body.shape());
    }
}
