package dev.berth.sagas.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What can be asked of a host.
 *
 * <p>Owns: the machines on a host, each known by its marker, the id of its instance.<br>
 * Does not own: which machines there should be, retries, queues, the host's allocations.<br>
 * Invariants: at most one machine per marker and host; every operation looks for the marker before it makes anything,
 * so repeating one changes nothing; a destroyed machine never comes back through a late call.<br>
 * On failure: a {@link HostException}, whose type says what may be concluded; a call past its deadline has an unknown
 * outcome, never a failed one.
 *
 * <p><b>Fences.</b> Each changing call carries the fencing number of its step. It has to grow from step to step and
 * from try to try over the whole life of an instance (it is drawn from a sequence, not from a row that is deleted and
 * made again). A host notes the highest that it has seen per instance and refuses a lower one with {@link StaleFence},
 * at the moment it would carry the operation out, not when the request came in. It keeps that number when the machine
 * is destroyed, as a tombstone: from then on only a fence <em>above</em> that of the destroy can provision again. An
 * equal fence is the same step, repeated.
 *
 * <p><b>Deadlines.</b> Every call blocks at most its deadline (positive). Past it, or when the thread is interrupted
 * (the thread stays interrupted), a reading call throws {@link HostUnreachable} and a changing one
 * {@link OutcomeUnknown}.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface HostDriver {

    /**
     * Answers when the host is there and ready to be asked.
     *
     * @throws HostUnreachable when it does not answer
     * @throws HostFailed when it answers that it is not well
     */
    void ping(HostRef host, Duration deadline);

    /**
     * The machine with this marker, as it is now.
     *
     * @throws HostUnreachable when the host does not answer; never an empty answer instead
     */
    Optional<Machine> find(HostRef host, String instanceId, Duration deadline);

    /**
     * Every machine that the host has, in no order, complete or not at all: what fails half-way throws, so that what
     * is not in the answer was not on the host.
     *
     * @throws HostUnreachable when the host does not answer, or not to the end
     */
    List<Machine> list(HostRef host, Duration deadline);

    /**
     * Makes the machine and, where the spec says so, boots it; answers once it is made and runs. With the marker there
     * already, it makes nothing: it starts it where the spec says running, never stops one, and leaves its shape.
     *
     * @throws HostRefused when the spec is nothing that this host can make
     */
    Machine provision(HostRef host, MachineSpec spec, long fence, Duration deadline);

    /**
     * Boots the machine and answers once it runs; one that runs is left alone.
     *
     * @throws HostRefused {@link HostRefused#NO_MACHINE}
     */
    Machine start(HostRef host, String instanceId, long fence, Duration deadline);

    /**
     * Stops the machine and answers once it is off; one that is off is left alone.
     *
     * @throws HostRefused {@link HostRefused#NO_MACHINE}
     */
    Machine stop(HostRef host, String instanceId, long fence, Duration deadline);

    /**
     * Gives a stopped machine another shape, from its next start on.
     *
     * @throws HostRefused {@link HostRefused#NO_MACHINE}, or {@link HostRefused#RUNNING} when it runs in another shape
     */
    Machine resize(HostRef host, String instanceId, Shape shape, long fence, Duration deadline);

    /** Destroys the machine with its disks, whatever its state; succeeds when there is none, and fences it either way. */
    void destroy(HostRef host, String instanceId, long fence, Duration deadline);
}
